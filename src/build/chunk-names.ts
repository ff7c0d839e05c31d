import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;
type Kind = 'script' | 'late' | 'island';
/** Of a module: how many entries of each kind reach it, about what, whether a page begins with one, or is a link's. */
type Users = Record<Kind, number> & { topics: Set<string | null>; atStart: boolean; byLink: boolean };

/** The bundler's own few lines, which would be a file of their own. */
const RUNTIME = '\0rolldown/runtime.js';
/** A page's script with all it imports, in bytes of source: above this it is that page's program, not shared by all. */
const PAGE_SOURCE = 14_000;
/** What two topics share is no file of its own below this, in bytes of source: asking for it takes longer than it. */
const PAIR_SOURCE = 8_000;
/** Fields and notices of a form about people, without the rules, which are known before it. */
const PEOPLE = /\/ui\/people\/([A-Z]\w+\.tsx|phone-country\.ts)$/;
/** Topics of who is known: what only they share, nobody who buys as a guest fetches. */
const KNOWN: ReadonlySet<string | null> = new Set(['after', 'auth', 'family', 'passes', 'staff']);
/** Topics that stand behind a sign-in whole: what only they share, with React or without, no public page fetches. */
const BEHIND: ReadonlySet<string | null> = new Set(['family', 'staff']);
/** Topics of who has bought, waits or is known: what only they share at their start, nobody who is buying fetches. */
const OWNED: ReadonlySet<string | null> = new Set([...KNOWN, 'confirmation', 'waitlist']);
/** Comes to every page by itself, after it: what it shares lies in `page`, so that it is one file. */
const WATCHER = '/features/watch/watch.ts';
/**
 * Asked for by few, or late: the assistant with its button, a sign-out, a calendar file. What they share stays where
 * others have it.
 */
const GUEST =
  /\/features\/chat\/(assistant\/|show-launcher\.ts$)|\/api\/sign-out\.ts$|\/browser\/calendar-file\.ts$/;
/** What lies over a page once it is there is made of these: no checkout that opens has any of it. */
const OVERLAYS = /\/browser\/(fragment|keep-clear)\.ts$/;
/** A page for a stranger with a link, though it is staff's: it fetches nothing of their screens. */
const SHARED_ROSTER = '/features/staff/shared-roster/';
/** Between the names of two features in the name of their file. */
export const PAIR = '+';

/**
 * The file for each module that several entries need: `page` what pages run from the start, `base` what everything
 * uses that asks the database, `island` React with what islands share, `parts` what only later parts of several
 * islands share, `behind` what only screens behind a sign-in share, and two a topic, wherever it lies, for what it
 * begins with and for what only its later parts share: nobody else fetches it; `people` what a form about people is
 * made of, which a checkout that is opening does not wait for; `known` what only accounts, passes and paid orders
 * share with the sign-in, `bought` what they share without it, `owned` what only they, waitlists and confirmations
 * share at their start, `overlays` what lies over pages. What two topics share without React has a file of theirs, or
 * is one of the `pairs` where it is little. What only one entry needs goes into that entry's own file.
 */
export function chunkNames(graph: Graph): Map<string, string> {
  const info = (id: string) => graph.getModuleInfo(id);
  const users = new Map<string, Users>();
  const ids = [...graph.getModuleIds()];
  const entries = new Set(ids.filter((id) => info(id)?.isEntry));
  const roots = new Set([...entries, ...ids.flatMap((id) => info(id)?.dynamicallyImportedIds ?? [])]);
  const isGuest = (root: string) => GUEST.test(root);
  for (const root of [...roots].toSorted((a, b) => Number(isGuest(a)) - Number(isGuest(b)))) {
    const modules = reached(root, graph);
    const kind = kindOf(root, modules, graph);
    for (const id of modules) {
      const count = users.get(id) ?? {
        ...{ script: 0, late: 0, island: 0, topics: new Set<string | null>() },
        ...{ atStart: false, byLink: false },
      };
      const sharesTheirs = isGuest(root) && count.topics.size > 0;
      count[sharesTheirs ? 'island' : kind]++;
      if (!sharesTheirs) count.topics.add(topicOf(root));
      count.atStart ||= entries.has(root);
      count.byLink ||= root.includes(SHARED_ROSTER);
      users.set(id, count);
    }
  }
  const names = new Map([[RUNTIME, 'base']]);
  const shared = (id: string, { late, topics, atStart }: Users) => {
    if ([...topics].every((topic) => KNOWN.has(topic)) && !hasReact(reached(id, graph)))
      return topics.has('auth') ? 'known' : 'bought';
    if (late > 0) return 'base';
    if (!atStart) return 'parts';
    return [...topics].every((topic) => OWNED.has(topic)) ? 'owned' : 'island';
  };
  const pairs = new Map<string, { ids: string[]; source: number; late: number }>();
  for (const [id, user] of users) {
    const { script, late, island, topics } = user;
    if (roots.has(id) || script + late + island < 2) continue;
    const ofForm = PEOPLE.test(id) ? 'people' : null;
    const topic = topicOf(id);
    const ofTopic = topic && (user.atStart ? topic : `${topic}-parts`);
    const file = fileOf(topics, late > 0);
    const ofFile = file === 'staff' && user.byLink ? 'shared' : file;
    const ofOverlays = OVERLAYS.test(id) ? 'overlays' : null;
    const name = script > 0 ? 'page' : (ofOverlays ?? ofForm ?? ofTopic ?? ofFile ?? shared(id, user));
    names.set(id, name);
    if (!name.includes(PAIR)) continue;
    const pair = pairs.get(name) ?? { ids: [], source: 0, late: 0 };
    pair.ids.push(id);
    pair.source += info(id)?.code?.length ?? 0;
    pair.late += late;
    pairs.set(name, pair);
  }
  for (const { ids, source, late } of pairs.values())
    if (source < PAIR_SOURCE) for (const id of ids) names.set(id, late > 0 ? 'pairs' : 'island');
  return names;
}

/**
 * `camp` of one topic, `camp+passes` of two, `behind` of those behind a sign-in; null where more share it, or a page's
 * own script does.
 */
function fileOf(topics: ReadonlySet<string | null>, withoutReact: boolean): string | null {
  if (topics.size > 1 && [...topics].every((topic) => BEHIND.has(topic))) return 'behind';
  if (topics.has(null) || topics.size > (withoutReact ? 2 : 1)) return null;
  return [...topics].toSorted().join(PAIR);
}

/** What a feature is about: the first word of its name, `camp` of `camp-choice` and `camp-list`. */
const topicOf = (id: string): string | null => /\/features\/([^/-]+)[^/]*\/.+\.tsx?$/.exec(id)?.[1] ?? null;

function kindOf(root: string, modules: ReadonlySet<string>, graph: Graph): Kind {
  if (hasReact(modules)) return 'island';
  if (root.endsWith(WATCHER)) return 'script';
  if (!root.includes('astro&type=script')) return 'late';
  const source = [...modules].reduce((sum, id) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0);
  return root.includes('/layouts/') || source < PAGE_SOURCE ? 'script' : 'late';
}

const hasReact = (modules: ReadonlySet<string>) =>
  [...modules].some((id) => id.includes('/node_modules/react/'));

function reached(root: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(root)) return seen;
  seen.add(root);
  for (const id of graph.getModuleInfo(root)?.importedIds ?? []) reached(id, graph, seen);
  return seen;
}
