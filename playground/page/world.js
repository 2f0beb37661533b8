/**
 * What one person can see: servers, channels, messages, commands, and what of it is still unread.
 * It changes only through frames from the server; whoever listens for "change" is told what moved.
 */

const [TEXT_CHANNEL, FORUM] = [0, 15];
const [DIRECT, GROUP] = [1, 3];
const THREADS = [10, 11, 12];
const KEPT_MESSAGES = 300;
const TYPING_SECONDS = 10;

/** Snowflakes are too long for numbers; older ones are shorter or sort first. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

export function isThread(channel) {
  return THREADS.includes(channel.type);
}

/** A channel of posts, each of them a thread: nothing is written in itself. */
export function isForum(channel) {
  return channel?.type === FORUM;
}

export function isDirect(channel) {
  return channel.type === DIRECT || isGroup(channel);
}

/** A message of several people, in which no bot is. */
export function isGroup(channel) {
  return channel?.type === GROUP;
}

export class World extends EventTarget {
  constructor() {
    super();
    this.me = null;
    this.locale = "en-US";
    this.people = [];
    this.guilds = [];
    this.commands = [];
    this.channels = new Map();
    this.messages = new Map();
    this.users = new Map();
    this.unread = new Map();
    this.typing = new Map();
    this.watched = new Set();
  }

  /** Take in one frame. Frames about interactions are not for here; false is returned for those. */
  apply(frame) {
    const take = {
      hello: () => this.#hello(frame),
      message: () => this.#message(frame.message),
      message_gone: () => this.#messageGone(frame),
      channel: () => this.#channel(frame.channel),
      channel_gone: () => this.#channelGone(frame.id),
      commands: () => this.#commands(frame.commands),
      typing: () => this.#typing(frame),
      ping: () => this.#ping(frame),
    }[frame.type];
    take?.();
    return Boolean(take);
  }

  /** The person looks at these channels: what is in them is read. */
  watch(channelIds) {
    this.watched = new Set(channelIds);
    for (const channel of this.watched)
      if (this.unread.delete(channel)) this.#tell({ what: "unread", channel });
  }

  /** Unread messages and mentions: { messages, pings, first: the oldest one's id or null } of one channel. */
  unreadIn(channelId) {
    return this.unread.get(channelId) ?? { messages: 0, pings: 0, first: null };
  }

  /** Unread messages and mentions of all channels together: { messages, pings }. */
  unreadInAll() {
    const sum = { messages: 0, pings: 0 };
    for (const { messages, pings } of this.unread.values()) {
      sum.messages += messages;
      sum.pings += pings;
    }
    return sum;
  }

  /** The messages of a channel, oldest first. */
  messagesIn(channelId) {
    return [...(this.messages.get(channelId)?.values() ?? [])];
  }

  message(channelId, id) {
    return this.messages.get(channelId)?.get(id) ?? null;
  }

  /** Channels in which one can write, and forums, of one server (null: direct messages), in their order. */
  channelsOf(guildId) {
    return [...this.channels.values()]
      .filter((channel) =>
        guildId
          ? channel.guild_id === guildId && [TEXT_CHANNEL, FORUM].includes(channel.type)
          : isDirect(channel),
      )
      .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id));
  }

  /** The threads under a channel, the newest first. */
  threadsOf(channelId) {
    return [...this.channels.values()]
      .filter((channel) => isThread(channel) && channel.parent_id === channelId)
      .sort((a, b) => compareIds(b.id, a.id));
  }

  person(id) {
    return this.people.find((person) => person.id === id) ?? null;
  }

  /** What a message calls somebody: their name, or null for a stranger. */
  nameOf(id) {
    const user = this.users.get(id);
    return this.person(id)?.name ?? user?.global_name ?? user?.username ?? null;
  }

  channelName(channel) {
    if (channel.name || !isDirect(channel)) return channel.name ?? "unnamed";
    const others = (channel.recipients ?? []).filter((user) => user.id !== this.me);
    return others.map((user) => user.global_name ?? user.username).join(", ") || "Direct messages";
  }

  /** The roles of all servers: [{ id, name, manages, assignable }]. */
  roles() {
    return this.guilds.flatMap((guild) => guild.roles);
  }

  /** Who is writing in this channel now, by name. */
  typingIn(channelId) {
    const now = Date.now();
    return [...(this.typing.get(channelId) ?? [])]
      .filter(([, until]) => until > now)
      .map(([id]) => this.nameOf(id) ?? "Somebody");
  }

  /** Everything that markdown and selects need to know about ids. */
  names() {
    return {
      me: this.me,
      user: (id) => this.nameOf(id),
      role: (id) => this.roles().find((role) => role.id === id)?.name ?? null,
      channel: (id) => this.channels.get(id) ?? null,
      people: () => this.people,
      roles: () => this.roles(),
      channels: (types) =>
        [...this.channels.values()].filter((channel) => !types?.length || types.includes(channel.type)),
    };
  }

  #tell(detail) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }

  #hello(frame) {
    const missed = this.me !== null;
    const known = new Map([...this.messages].map(([id, messages]) => [id, new Set(messages.keys())]));
    this.me = frame.me;
    this.locale = frame.locale ?? this.locale;
    this.people = frame.people;
    this.guilds = frame.guilds;
    this.commands = frame.commands ?? [];
    this.channels = new Map(frame.channels.map((channel) => [channel.id, channel]));
    this.messages = new Map();
    for (const [channelId, messages] of Object.entries(frame.messages)) {
      for (const message of messages) {
        this.#store({ ...message, channel_id: message.channel_id ?? channelId });
        if (missed && !known.get(channelId)?.has(message.id)) this.#count(message);
      }
    }
    this.#tell({ what: "all" });
  }

  #store(message) {
    const list = this.messages.get(message.channel_id) ?? new Map();
    const isNew = !list.has(message.id);
    list.set(message.id, message);
    const sorted = isNew
      ? [...list.values()].sort((a, b) => compareIds(a.id, b.id)).slice(-KEPT_MESSAGES)
      : null;
    this.messages.set(message.channel_id, sorted ? new Map(sorted.map((entry) => [entry.id, entry])) : list);
    const users = [message.author, message.interaction_metadata?.user, ...(message.mentions ?? [])].filter(
      Boolean,
    );
    for (const user of users) this.users.set(user.id, user);
    return isNew;
  }

  #message(message) {
    const isNew = this.#store(message);
    if (isNew) {
      this.typing.get(message.channel_id)?.delete(message.author?.id);
      this.#count(message);
    }
    this.#tell({ what: "message", channel: message.channel_id, id: message.id, isNew });
  }

  #count(message) {
    if (this.watched.has(message.channel_id) || message.author?.id === this.me) return;
    const before = this.unreadIn(message.channel_id);
    this.unread.set(message.channel_id, {
      ...before,
      messages: before.messages + 1,
      first: before.first ?? message.id,
    });
    this.#tell({ what: "unread", channel: message.channel_id, isFirst: before.messages === 0 });
  }

  #ping({ channel_id: channel, message_id: id }) {
    if (!this.watched.has(channel)) {
      const before = this.unreadIn(channel);
      this.unread.set(channel, { ...before, pings: before.pings + 1 });
    }
    this.#tell({ what: "ping", channel, id });
  }

  #messageGone({ channel_id: channel, id }) {
    this.messages.get(channel)?.delete(id);
    this.#tell({ what: "message_gone", channel, id });
  }

  #channel(channel) {
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.#tell({ what: "channel", channel: channel.id });
  }

  #channelGone(id) {
    for (const gone of [id, ...this.threadsOf(id).map((thread) => thread.id)]) {
      this.channels.delete(gone);
      this.messages.delete(gone);
      this.unread.delete(gone);
    }
    this.#tell({ what: "channel_gone", channel: id });
  }

  #commands(commands) {
    this.commands = commands;
    this.#tell({ what: "commands" });
  }

  #typing({ channel_id: channel, user_id: user }) {
    if (user === this.me) return;
    const writers = this.typing.get(channel) ?? new Map();
    writers.set(user, Date.now() + TYPING_SECONDS * 1000);
    this.typing.set(channel, writers);
    this.#tell({ what: "typing", channel });
    setTimeout(() => this.#tell({ what: "typing", channel }), TYPING_SECONDS * 1000 + 50);
  }
}
