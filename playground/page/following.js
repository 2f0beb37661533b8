/**
 * Where the reader is in a list of messages. At its end, the list follows what is new, but never so far
 * that what the reader's own press has just brought (their hand) leaves the window; further up, it stays
 * where it is.
 */

const NEAR_END = 80;
const MARGIN = 8;

export class Following {
  #list;
  #newest;
  #follows = true;
  #held = null;
  /** Where the list was put last, to tell the reader's scrolling from our own. */
  #set = 0;

  /** Watch over `list`, whose height is that of `content`; `newest` is the button that leads to its end. */
  constructor(list, content, newest) {
    this.#list = list;
    this.#newest = newest;
    list.addEventListener("scroll", () => this.#moved(), { passive: true });
    newest.addEventListener("click", () => this.toEnd());
    // Pictures that arrive and forms that open change what fits.
    const watcher = new ResizeObserver(() => this.follow());
    watcher.observe(list);
    watcher.observe(content);
  }

  /** Go to the newest message, and follow what comes. */
  toEnd() {
    this.#follows = true;
    this.#held = null;
    this.#keepUp();
  }

  /** Show this article, which the reader's own press brought, and keep it in the window until they move. */
  hold(article) {
    this.#follows = true;
    this.#held = article;
    this.#keepUp();
  }

  /**
   * Make a change, and keep up with it if the reader follows. They may have scrolled since, of which the
   * browser tells only before it paints: so that is looked up first. While it changes only the browser scrolls,
   * where the list is shorter for a moment.
   */
  changing(change) {
    this.#moved();
    change();
    this.#keepUp();
  }

  /** The window or what is shown has another size: keep up with it, if the reader follows. */
  follow() {
    this.#moved();
    this.#keepUp();
  }

  /** Tell a reader who is further up that there is more below. */
  tellOfNew() {
    this.#newest.hidden = this.#atEnd();
  }

  #keepUp() {
    const list = this.#list;
    list.style.overflowAnchor = this.#follows ? "none" : "auto";
    if (!this.#follows) return;
    list.scrollTop = Math.min(list.scrollHeight, this.#furthest());
    this.#set = list.scrollTop;
    this.#newest.hidden = this.#atEnd();
  }

  /**
   * As far as one may scroll without losing what is held: to its top, or to its buttons where it is too tall.
   */
  #furthest() {
    if (!this.#held?.isConnected) return Infinity;
    const { offsetTop: top, offsetHeight: height } = this.#held;
    return Math.max(top - MARGIN, top + height + MARGIN - this.#list.clientHeight);
  }

  #atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#list;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  #moved() {
    if (Math.abs(this.#list.scrollTop - this.#set) < 1) return;
    this.#follows = this.#atEnd();
    this.#held = null;
    this.#set = this.#list.scrollTop;
    this.#list.style.overflowAnchor = this.#follows ? "none" : "auto";
    if (this.#follows) this.#newest.hidden = true;
  }
}
