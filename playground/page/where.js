/**
 * Who looks at what, as the page's address keeps it over a reload: "#ANNE/CHANNEL/THREAD" one at a time,
 * "#columns/ANNE:CHANNEL,CALICO:CHANNEL" side by side.
 */

const COLUMNS = "columns";

/** { columns: [{ user, channel }] } or { user, channel, thread }, as the address has it. */
export function readAddress() {
  const [first, second = null, third = null] = location.hash.slice(1).split("/");
  if (first !== COLUMNS) return { user: first || null, channel: second || null, thread: third || null };
  const columns = (second ?? "").split(",").filter(Boolean);
  return { columns: columns.map((one) => one.split(":")).map(([user, channel]) => ({ user, channel })) };
}

export function writeAddress({ columns, user, channel, thread }) {
  const pairs = columns?.map((one) => `${one.user}:${one.channel}`).join(",");
  const parts = columns ? [COLUMNS, pairs] : [user, channel ?? "", thread].filter((part) => part !== null);
  history.replaceState(null, "", `#${parts.join("/")}`);
}
