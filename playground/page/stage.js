/**
 * The rooms that stand on the page now. Whoever asks for other ones gets them with as little moved as can be:
 * a room that stays keeps its focus, its scrolling and what was revealed in it.
 */

import { byId } from "./dom.js";
import { Room } from "./room.js";

const root = byId("rooms");

export class Stage {
  /** Rooms by key, in the order in which they stand. */
  #rooms = new Map();
  #acts;

  /** `acts`: what a room can ask for (see room.js). */
  constructor(acts) {
    this.#acts = acts;
  }

  get rooms() {
    return [...this.#rooms.values()];
  }

  get first() {
    return this.rooms[0] ?? null;
  }

  room(key) {
    return this.#rooms.get(key) ?? null;
  }

  /** The room that holds the keyboard, else the first. */
  get held() {
    return this.rooms.find((room) => room.element.contains(document.activeElement)) ?? this.first;
  }

  roomsOf(session) {
    return this.rooms.filter((room) => room.session === session);
  }

  /** Let exactly these places stand: [{ key, kind, session, channelId }], in this order. */
  arrange(places) {
    root.querySelector(".connecting")?.remove();
    const before = this.#rooms;
    this.#rooms = new Map(
      places.map(({ key, kind }) => [key, before.get(key) ?? new Room(kind, this.#acts)]),
    );
    for (const [key, room] of before) {
      if (this.#rooms.has(key)) continue;
      room.putAway();
      room.element.remove();
    }
    root.classList.toggle(
      "columns",
      places.some(({ kind }) => kind === "column"),
    );
    this.rooms.forEach((room, at) => {
      if (root.children[at] !== room.element) root.insertBefore(room.element, root.children[at] ?? null);
      room.markFirst(at === 0);
    });
    for (const { key, session, channelId } of places) {
      const room = this.#rooms.get(key);
      if (room.shows(session, channelId)) continue;
      room.putAway();
      room.show(session, channelId);
    }
  }
}
