import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { Db } from './db.ts';
import { type Frame, framesOf } from './stack.ts';

export interface Origin {
  /** The path from the top of the repository. */
  file: string;
  line: number;
  function: string | null;
}

const FRAMES_MAX = 12;
const MAPS_MAX = 20;
const SCRIPT = /\/_astro\/([\w.+@-]{1,200}\.js)$/;

const cachedMaps = new Map<string, TraceMap>();

/**
 * Finds the innermost frame in our source by the build's maps. The result is never sent to the browser that reports
 * the error.
 */
export async function findOrigin(db: Db, stack: string): Promise<Origin | null> {
  const calls: { frame: Frame; at: Awaited<ReturnType<typeof positionOf>> }[] = [];
  for (const frame of framesOf(stack).slice(0, FRAMES_MAX))
    calls.push({ frame, at: await positionOf(db, frame) });
  const nth = calls.findIndex(({ at }) => at !== null && !at.file.includes('node_modules/'));
  const { frame, at } = calls[nth] ?? {};
  if (!frame || !at) return null;
  return { file: at.file, line: at.line, function: calls[nth + 1]?.at?.name ?? propertyOf(frame.name) };
}

/**
 * Returns the position in our source. `name` is the original name at that position. The name of a function is in the
 * frame of its caller.
 */
async function positionOf(db: Db, { url, line, column }: Frame) {
  const file = SCRIPT.exec(url)?.[1];
  const map = file && (await mapOf(db, file));
  if (!map) return null;
  const at = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
  return at.source === null ? null : { file: at.source, line: at.line, name: at.name };
}

async function mapOf(db: Db, file: string): Promise<TraceMap | null> {
  const cached = cachedMaps.get(file);
  if (cached) return cached;
  const text = await db.rpc('get_source_map', { p_file: file });
  if (typeof text !== 'string') return null;
  const map = new TraceMap(text);
  const [oldest] = cachedMaps.keys();
  if (cachedMaps.size >= MAPS_MAX && oldest !== undefined) cachedMaps.delete(oldest);
  cachedMaps.set(file, map);
  return map;
}

/**
 * Returns the name of a method, which the build does not change, e.g. `e.connectedCallback`. It changes the name of a
 * function.
 */
const propertyOf = (name: string | null): string | null =>
  /\.([A-Za-z_$][\w$]{2,60})(?: \[as \w+\])?$/.exec(name ?? '')?.[1] ?? null;
