// Parses the two configuration files that a static host reads: `_headers` and `_redirects`.

export interface HeaderRule {
  pattern: RegExp;
  headers: [string, string][];
}
export interface RedirectRule {
  pattern: RegExp;
  to: string;
  status: number;
}

const escape = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
/** `/blog/*` matches everything below `/blog/`. A path may contain `*` once. */
const toPattern = (path: string) => new RegExp(`^${escape(path).replace('*', '(.*)')}$`);
const lines = (text: string) =>
  text.split(/\r?\n/).filter((line) => line.trim() && !line.trim().startsWith('#'));

export function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of lines(text)) {
    if (!/^\s/.test(line)) rules.push({ pattern: toPattern(line.trim()), headers: [] });
    else {
      const [name, ...value] = line.trim().split(':');
      rules.at(-1)?.headers.push([(name ?? '').trim().toLowerCase(), value.join(':').trim()]);
    }
  }
  return rules;
}

export function parseRedirects(text: string): RedirectRule[] {
  return lines(text).map((line) => {
    const [from = '', to = '/', status = '302'] = line.trim().split(/\s+/);
    return { pattern: toPattern(from), to, status: Number(status) };
  });
}

/** As at Cloudflare, all matching rules apply, values of equal names are joined, and `! Name` removes a header. */
export function headersFor(rules: HeaderRule[], path: string): Record<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of rules
    .filter((rule) => rule.pattern.test(path))
    .flatMap((rule) => rule.headers)) {
    if (name.startsWith('!')) found.delete(name.slice(1).trim());
    else found.set(name, found.has(name) ? `${found.get(name)}, ${value}` : value);
  }
  return Object.fromEntries(found);
}

export function redirectFor(rules: RedirectRule[], path: string): { to: string; status: number } | null {
  for (const rule of rules) {
    const match = rule.pattern.exec(path);
    if (match) return { to: rule.to.replace(':splat', match[1] ?? ''), status: rule.status };
  }
  return null;
}
