import { Knowledge } from '#contract/assistant.ts';
import * as v from 'valibot';
import { takePrefetched } from '#api/take-prefetched.ts';
import { paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';

export async function loadKnowledge(): Promise<Knowledge | null> {
  const prefetched = await takePrefetched(paths.assistant);
  const response =
    prefetched ?? (await fetch(paths.assistant, { signal: AbortSignal.timeout(timing.CALL_TIMEOUT_MS) }));
  if (!response.ok) throw new Error(`The assistant's file answered ${response.status}`);
  return v.parse(v.nullable(Knowledge), await response.json());
}
