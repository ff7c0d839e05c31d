import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { Db } from './db.ts';
import { type Frame, framesOf } from './stack.ts';

/** Where something of ours was written. */
export interface Origin {
  /** From the top of the repository. */
  file: string;
  line: number;
  function: string | null;
}

/** How far down a stack ours is looked for. */
const FRAMES_MOST = 12;
/** Parsed maps that stay in memory. */
const MAPS_MOST = 20;
const SCRIPT = /\/_astro\/([\w.+@-]{1,200}\.js)$/;

const kept = new Map<string, TraceMap>();

/**
 * The innermost place of a stack that is in a source of ours, by the maps that the site's builder left here; null where
 * there is none. What a browser sends names our files at most, and learns nothing: nobody answers with it.
 */
export async function findOrigin(db: Db, stack: string): Promise<Origin | null> {
  const calls: { frame: Frame; at: Awaited<ReturnType<typeof positionOf>> }[] = [];
  for (const frame of framesOf(stack).slice(0, FRAMES_MOST))
    calls.push({ frame, at: await positionOf(db, frame) });
  const nth = calls.findIndex(({ at }) => at !== null && !at.file.includes('node_modules/'));
  const { frame, at } = calls[nth] ?? {};
  if (!frame || !at) return null;
  return { file: at.file, line: at.line, function: calls[nth + 1]?.at?.name ?? propertyOf(frame.name) };
}

/** `name`: of what stands there, where the build gave it another; whoever called a function names it there. */
async function positionOf(db: Db, { url, line, column }: Frame) {
  const file = SCRIPT.exec(url)?.[1];
  const map = file && (await mapOf(db, file));
  if (!map) return null;
  // Stacks count columns from 1.
  const at = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
  return at.source === null ? null : { file: at.source, line: at.line, name: at.name };
}

async function mapOf(db: Db, file: string): Promise<TraceMap | null> {
  const known = kept.get(file);
  if (known) return known;
  const text = await db.rpc('get_source_map', { p_file: file });
  if (typeof text !== 'string') return null;
  const map = new TraceMap(text);
  const [oldest] = kept.keys();
  if (kept.size >= MAPS_MOST && oldest !== undefined) kept.delete(oldest);
  kept.set(file, map);
  return map;
}

/** A method keeps its name in the build: `e.connectedCallback`; a function does not. */
const propertyOf = (name: string | null): string | null =>
  /\.([A-Za-z_$][\w$]{2,60})(?: \[as \w+\])?$/.exec(name ?? '')?.[1] ?? null;
