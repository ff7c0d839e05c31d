import { TeamId } from '#contract/teams.ts';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored, writeStored } from '#browser/storage.ts';

/** The choice that the browser stores for a reload. Once a pass is chosen, the cart contains the choice. */
const Choice = v.object({
  team: TeamId,
  sessionId: v.nullable(v.string()),
  chosenAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type Choice = v.InferOutput<typeof Choice>;

export const readChoice = (): Choice | null => readStored(storageKeys.choice, Choice);

export function saveChoice(team: TeamId, sessionId: string | null): void {
  writeStored(storageKeys.choice, { team, sessionId, chosenAt: new Date().toISOString() } satisfies Choice);
}
