/**
 * One person's line to the playground: JSON frames both ways, and a new attempt whenever the line breaks.
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

/**
 * Connect as `user` (null: whoever the server names first). `on.frame(frame)` gets each frame, `on.open()`
 * and `on.lost()` tell how the line is. Returns { send(frame) -> whether it went out, close() }.
 */
export function connect(user, on) {
  const line = { socket: null, wait: FIRST_WAIT, closed: false, user };
  dial(line, on);
  return {
    send: (frame) => {
      if (line.socket?.readyState !== WebSocket.OPEN) return false;
      line.socket.send(JSON.stringify(frame));
      return true;
    },
    close: () => {
      line.closed = true;
      line.socket?.close();
    },
  };
}

function dial(line, on) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = line.user ? `?user=${encodeURIComponent(line.user)}` : "";
  line.socket = new WebSocket(`${scheme}://${location.host}/page/socket${query}`);
  line.socket.onopen = () => {
    line.wait = FIRST_WAIT;
    on.open();
  };
  line.socket.onmessage = (event) => on.frame(JSON.parse(event.data));
  line.socket.onclose = () => {
    if (line.closed) return;
    on.lost();
    setTimeout(() => line.closed || dial(line, on), line.wait);
    line.wait = Math.min(line.wait * 2, LONGEST_WAIT);
  };
}
