import type { ErrorCode } from '#contract/errors.ts';
import type { ChildProfile } from '#contract/family-people.ts';
import { atom } from 'nanostores';
import { readFamily } from '#api/family.ts';
import { createTurns } from '#browser/in-turn.ts';
import { refusalWords } from '#api/refusal-words.ts';
import { readChild } from '#api/child-profile.ts';
import { confirmProposals, decideProposal, readProposals } from '../api.ts';
import { proposalRefusals, proposalWords, questionOf, takenOverWords } from './messages.ts';
import type { Proposal } from './proposal.ts';

export type ProposalsView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; proposals: readonly Proposal[]; children: ReadonlyMap<string, ChildProfile> };

/** What a guest's order told, decided one by one. */
export function createProposals() {
  const $view = atom<ProposalsView>({ state: 'loading' });
  const turns = createTurns();
  /** `id`: of what it is said beside; null: of what is gone. */
  const $note = atom<{ id: string | null; tone: 'calm' | 'bad'; text: string } | null>(null);

  async function open(): Promise<void> {
    const answer = await readProposals();
    if (!answer.ok) {
      if ($view.get().state !== 'ready') $view.set({ state: 'failed', code: answer.code });
      return;
    }
    const children = await childrenOf(answer.value);
    $view.set({ state: 'ready', proposals: answer.value, children });
  }

  function retry(): void {
    $view.set({ state: 'loading' });
    void open();
  }

  const decide = (proposal: Proposal, accept: boolean) =>
    turns.take(proposal.id, () => say(proposal, accept));

  async function say(proposal: Proposal, accept: boolean): Promise<void> {
    $note.set(null);
    const answer = await decideProposal(proposal.id, accept);
    if (answer.ok || answer.code === 'proposal_not_found') {
      $note.set({ id: null, tone: 'calm', text: doneWords(proposal, accept) });
      await Promise.all([open(), readFamily()]);
    } else
      $note.set({ id: proposal.id, tone: 'bad', text: await refusalWords(answer.code, proposalRefusals) });
  }

  /** One yes to everything that was shown: what came in since is asked on its own. */
  const confirmAll = (shown: readonly Proposal[]) =>
    turns.take(ALL, async () => {
      $note.set(null);
      const answer = await confirmProposals(shown.map(({ id }) => id));
      if (!answer.ok) {
        $note.set({ id: ALL, tone: 'bad', text: await refusalWords(answer.code, proposalRefusals) });
        return;
      }
      const { left } = answer.value;
      $note.set(
        left === 0
          ? { id: null, tone: 'calm', text: takenOverWords.confirmed }
          : { id: ALL, tone: 'bad', text: takenOverWords.left(left) },
      );
      await Promise.all([open(), readFamily()]);
    });

  return { $view, $busy: turns.$waiting, $note, open, retry, decide, confirmAll };
}
/** In the place of a proposal's id: all that was taken over. */
export const ALL = 'all';
export type Proposals = ReturnType<typeof createProposals>;

/** What is said of these children so far, beside what is proposed; without an answer it stands alone. */
async function childrenOf(proposals: readonly Proposal[]): Promise<Map<string, ChildProfile>> {
  const about = proposals.filter(({ kind }) => kind === 'child' || kind === 'health' || kind === 'behaviour');
  const ids = [...new Set(about.flatMap(({ child_id }) => child_id ?? []))];
  const answers = await Promise.all(ids.map((id) => readChild(id)));
  return new Map(answers.flatMap((answer) => (answer.ok ? [[answer.value.id, answer.value]] : [])));
}

function doneWords(proposal: Proposal, accept: boolean): string {
  if (accept) return proposalWords.accepted;
  if (proposal.kind === 'person') return proposalWords.declinedChild(proposal.value.name);
  const { label, text } = questionOf(proposal);
  return proposal.effect === 'none' ? proposalWords.declined : takenOverWords.removed(label, text);
}

/** What stands in the place of what is proposed; null where nothing would be replaced. */
export function standingText(proposal: Proposal, children: ReadonlyMap<string, ChildProfile>) {
  if (proposal.kind !== 'child' && proposal.kind !== 'health' && proposal.kind !== 'behaviour') return null;
  const child = children.get(proposal.child_id ?? '');
  const part: unknown = proposal.kind === 'child' ? child : child?.[proposal.kind];
  const value: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, proposal.field) : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
