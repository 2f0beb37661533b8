/**
 * Brings an element on the page to the look of a newly built one without replacing it, so that focus, scroll
 * and pictures stay. An element may name in `data-keep` attributes that belong to the page (a revealed
 * spoiler).
 */

const FOCUSABLE = "button, a[href], summary, [tabindex='0']";

/** Make `current` equal to `next`. Returns the node that now stands there. */
export function patch(current, next) {
  if (!alike(current, next)) {
    current.replaceWith(next);
    return next;
  }
  if (current.nodeType === Node.TEXT_NODE) {
    if (current.data !== next.data) current.data = next.data;
    return current;
  }
  patchAttributes(current, next);
  patchChildren(current, next);
  return current;
}

function alike(current, next) {
  return (
    current.nodeType === next.nodeType && current.nodeName === next.nodeName && keyOf(current) === keyOf(next)
  );
}

function keyOf(node) {
  return node.dataset?.key ?? null;
}

function patchAttributes(current, next) {
  const kept = (current.dataset?.keep ?? "").split(" ");
  for (const { name } of [...current.attributes]) {
    if (!next.hasAttribute(name) && !kept.includes(name) && name !== "style") current.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name === "style" || kept.includes(name) || current.getAttribute(name) === value) continue;
    current.setAttribute(name, value);
  }
  // A style attribute may not be written under the page's content security policy; the object behind it may.
  if (current.style && current.style.cssText !== next.style.cssText)
    current.style.cssText = next.style.cssText;
}

function patchChildren(current, next) {
  const keyed = new Map([...current.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let cursor = current.firstChild;
  for (const wanted of [...next.childNodes]) {
    const match = keyOf(wanted) ? keyed.get(keyOf(wanted)) : cursor;
    if (match && alike(match, wanted)) {
      if (match === cursor) cursor = cursor.nextSibling;
      else current.insertBefore(match, cursor);
      patch(match, wanted);
    } else {
      current.insertBefore(wanted, cursor);
    }
  }
  while (cursor) {
    const rest = cursor.nextSibling;
    cursor.remove();
    cursor = rest;
  }
}

/**
 * Run `change` on the inside of `root` and leave the keyboard where it was: on the same button (by what it
 * sends, then by what it says), else on the control that took its place, else on the next one that can be
 * used, else on `root`.
 */
export function keepingFocus(root, change) {
  const held = document.activeElement;
  if (held === root || !root.contains(held)) return change();
  const before = [...root.querySelectorAll(FOCUSABLE)].indexOf(held);
  const mark = { sends: held.dataset.customId, says: held.textContent };
  const result = change();
  const usable = [...root.querySelectorAll(FOCUSABLE)].filter((control) => !control.disabled);
  const target =
    usable.find((control) => mark.sends && control.dataset.customId === mark.sends) ??
    usable.find((control) => mark.says && control.textContent === mark.says) ??
    (usable.includes(held) ? held : null) ??
    following([...root.querySelectorAll(FOCUSABLE)], before) ??
    root;
  if (target !== document.activeElement) target.focus({ preventScroll: true });
  return result;
}

function following(controls, from) {
  const usable = (control) => !control.disabled;
  return (
    controls.slice(Math.max(from, 0)).find(usable) ??
    controls.slice(0, Math.max(from, 0)).reverse().find(usable)
  );
}
