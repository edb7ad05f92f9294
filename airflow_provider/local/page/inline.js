// What stands in a line of Markdown: code, emphasis, links, line breaks. Each search that fails is not made again,
// so that no text takes longer than its length.

const DEEPEST = 8;
const SAFE = new Set(["http:", "https:", "mailto:"]);
const PLAIN = /[^\\`*_~[!<\n]+/y;
const AUTOLINK = /<((?:https?:|mailto:)[^\s<>]*)>/y;
const PARENTHESIS = /[()]|\\./g;
const MOST_PARENTHESES = 100;
const BREAK = /<br ?\/?>/iy;
const MARKS = { "**": "strong", __: "strong", "~~": "del", "*": "em", _: "em" };

/** Add *text* to *parent*, as elements and text. */
export function inline(parent, text, depth = 0) {
  new Line(parent, text, depth).read();
}

/** Return the address that *target* may be linked to, null where it may not. */
function safe(target) {
  try {
    const url = new URL(target);
    return SAFE.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

class Line {
  constructor(parent, text, depth) {
    Object.assign(this, { parent, text, depth, at: 0, failed: new Set(), brackets: null });
  }

  read() {
    while (this.at < this.text.length) {
      const start = this.at;
      if (this.match(PLAIN)) this.parent.append(this.text.slice(start, this.at));
      else if (!this.special(this.text[start])) this.parent.append(this.text[this.at++]);
    }
    this.parent.normalize();
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  add(name, text = "") {
    const made = this.parent.appendChild(document.createElement(name));
    made.textContent = text;
    return made;
  }

  special(mark) {
    if (mark === "\\") return this.escape();
    if (mark === "\n") return this.newline();
    if (mark === "`") return this.code();
    if (mark === "<") return this.pointed();
    if (mark === "[") return this.link(this.at);
    if (mark === "!") return this.text[this.at + 1] === "[" && this.link(this.at + 1);
    return this.emphasis();
  }

  escape() {
    const next = this.text[this.at + 1] ?? "";
    if (next === "\n") this.add("br");
    else if (/[!-/:-@[-`{-~]/.test(next)) this.parent.append(next);
    else return false;
    this.at += 2;
    return true;
  }

  newline() {
    if (this.text.slice(this.at - 2, this.at) === "  ") this.add("br");
    else this.parent.append("\n");
    this.at += 1;
    return true;
  }

  code() {
    let end = this.at;
    while (this.text[end] === "`") end += 1;
    const ticks = this.text.slice(this.at, end);
    let close = this.failed.has(ticks) ? -1 : this.text.indexOf(ticks, end);
    while (close >= 0 && this.text[close + ticks.length] === "`") {
      while (this.text[close] === "`") close += 1;
      close = this.text.indexOf(ticks, close);
    }
    if (close < 0) {
      this.failed.add(ticks);
      this.parent.append(ticks);
      this.at = end;
      return true;
    }
    const inside = this.text.slice(end, close).replaceAll("\n", " ");
    const padded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim();
    this.add("code", padded ? inside.slice(1, -1) : inside);
    this.at = close + ticks.length;
    return true;
  }

  pointed() {
    if (this.match(BREAK)) this.add("br");
    else {
      const found = this.match(AUTOLINK);
      if (!found) return false;
      this.anchor(found[1]).textContent = found[1].replace(/^mailto:/, "");
    }
    return true;
  }

  /** Return a new link to *target*, or what its text may stand in where that is no safe address. */
  anchor(target) {
    const url = safe(target);
    const made = this.add(url ? "a" : "span");
    if (url) Object.assign(made, { href: url, target: "_blank", rel: "noopener noreferrer nofollow" });
    return made;
  }

  link(open) {
    const close = this.closing(open);
    if (close === undefined || this.text[close + 1] !== "(" || this.depth >= DEEPEST) return false;
    const found = this.target(close + 2);
    if (!found) return false;
    const label = this.text.slice(open + 1, close);
    const made = this.anchor(found.target);
    if (open > this.at) made.textContent = `[image: ${label.replaceAll("\\", "") || "no description"}]`;
    else inline(made, label, this.depth + 1);
    this.at = found.end;
    return true;
  }

  /** Return where the bracket that opens at *open* closes; all of them are found at once. */
  closing(open) {
    if (!this.brackets) {
      this.brackets = new Map();
      const opened = [];
      for (let at = 0; at < this.text.length; at += 1) {
        if (this.text[at] === "\\") at += 1;
        else if (this.text[at] === "[") opened.push(at);
        else if (this.text[at] === "]" && opened.length) this.brackets.set(opened.pop(), at);
      }
    }
    return this.brackets.get(open);
  }

  /** Return the address that begins at *at* and where its parenthesis has ended; null where it is none. */
  target(at) {
    PARENTHESIS.lastIndex = at;
    for (let seen = 0, nested = 0; seen < MOST_PARENTHESES; seen += 1) {
      const one = PARENTHESIS.exec(this.text);
      if (!one) return null;
      if (one[0] === "(") nested += 1;
      else if (one[0] === ")" && !nested--) {
        const found = /^<([^<>\n]*)>|^[^\s<>]*/.exec(this.text.slice(at, one.index));
        return { target: (found[1] ?? found[0]).replace(/\\(?=[!-/:-@[-`{-~])/g, ""), end: one.index + 1 };
      }
    }
    return null;
  }

  emphasis() {
    for (const [mark, name] of Object.entries(MARKS)) {
      if (!this.text.startsWith(mark, this.at) || this.depth >= DEEPEST || this.failed.has(mark)) continue;
      const start = this.at + mark.length;
      if (!/\S/.test(this.text[start] ?? " ") || (mark[0] === "_" && /\w/.test(this.text[this.at - 1] ?? " "))) continue;
      const end = this.end(mark, start);
      if (end < 0) continue;
      inline(this.add(name), this.text.slice(start, end), this.depth + 1);
      this.at = end + mark.length;
      return true;
    }
    return false;
  }

  end(mark, start) {
    let end = this.text.indexOf(mark, start + 1);
    for (; end >= 0; end = this.text.indexOf(mark, end + 1)) {
      let run = end;
      while (this.text[run] === mark[0]) run += 1;
      const fits = mark.length === 2 || (run - end) % 2 === 1;
      const inWord = mark[0] === "_" && /\w/.test(this.text[run] ?? " ");
      if (fits && !inWord && /[^\s\\]/.test(this.text[end - 1])) return mark.length === 2 ? run - 2 : end;
      end = run - 1;
    }
    this.failed.add(mark);
    return end;
  }
}
