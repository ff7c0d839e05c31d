import type { ErrorCode } from '#contract/errors.ts';
import type { ChildProfile } from '#contract/family-people.ts';
import { atom } from 'nanostores';
import { readFamily } from '#api/family.ts';
import { createQueue } from '#browser/queue.ts';
import { errorText } from '#api/error-text.ts';
import { readChild } from '#api/child-profile.ts';
import type { Message } from '#ui/kit/action.ts';
import { confirmProposals, decideProposal, readProposals } from '../api.ts';
import { proposalErrors, proposalMessages, askAboutProposal, usedDetailMessages } from './messages.ts';
import type { Proposal } from './proposal.ts';

export type ProposalsView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; proposals: readonly Proposal[]; children: ReadonlyMap<string, ChildProfile> };

/**
 * Creates the store of proposals. Parents decide on them one by one. `onDecided` reads again what a decision may have
 * changed.
 */
export function createProposals(onDecided: () => Promise<void> = () => Promise.resolve()) {
  const $view = atom<ProposalsView>({ state: 'loading' });
  const turns = createQueue();
  /** A message. It appears beside the proposal `id`, which is null if the proposal has disappeared. */
  const $note = atom<(Message & { id: string | null }) | null>(null);

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
    turns.run(proposal.id, () => sendDecision(proposal, accept));

  async function sendDecision(proposal: Proposal, accept: boolean): Promise<void> {
    $note.set(null);
    const answer = await decideProposal(proposal.id, accept);
    if (answer.ok || answer.code === 'proposal_not_found') {
      $note.set({ id: null, tone: 'calm', text: doneMessage(proposal, accept) });
      await Promise.all([open(), readFamily(), onDecided()]);
    } else $note.set({ id: proposal.id, tone: 'bad', text: await errorText(answer.code, proposalErrors) });
  }

  /** Accepts the proposals that the page showed. Newer ones are asked about separately. */
  const confirmAll = (shownProposals: readonly Proposal[]) =>
    turns.run(ALL, async () => {
      $note.set(null);
      const answer = await confirmProposals(shownProposals.map(({ id }) => id));
      if (!answer.ok) {
        $note.set({ id: ALL, tone: 'bad', text: await errorText(answer.code, proposalErrors) });
        return;
      }
      const { left } = answer.value;
      $note.set(
        left === 0
          ? { id: null, tone: 'calm', text: usedDetailMessages.confirmed }
          : { id: ALL, tone: 'bad', text: usedDetailMessages.answersLeft(left) },
      );
      await Promise.all([open(), readFamily(), onDecided()]);
    });

  return { $view, $busy: turns.$pendingKeys, $note, open, retry, decide, confirmAll };
}
/** The key for all details that are already in use, in place of a proposal's id. */
export const ALL = 'all';
export type Proposals = ReturnType<typeof createProposals>;

/** Returns the children by id. If they cannot be read, the proposals are shown without the current values. */
async function childrenOf(proposals: readonly Proposal[]): Promise<Map<string, ChildProfile>> {
  const about = proposals.filter(({ kind }) => kind === 'child' || kind === 'health' || kind === 'behaviour');
  const ids = [...new Set(about.flatMap(({ child_id }) => child_id ?? []))];
  const answers = await Promise.all(ids.map((id) => readChild(id)));
  return new Map(answers.flatMap((answer) => (answer.ok ? [[answer.value.id, answer.value]] : [])));
}

function doneMessage(proposal: Proposal, accept: boolean): string {
  if (accept) return proposalMessages.accepted;
  if (proposal.kind === 'person') return proposalMessages.declinedChild(proposal.value.name);
  const { label, text } = askAboutProposal(proposal);
  return proposal.effect === 'none' ? proposalMessages.declined : usedDetailMessages.removed(label, text);
}

/** Returns the current value that a proposal would replace, or null. */
export function currentText(proposal: Proposal, children: ReadonlyMap<string, ChildProfile>) {
  if (proposal.kind !== 'child' && proposal.kind !== 'health' && proposal.kind !== 'behaviour') return null;
  const child = children.get(proposal.child_id ?? '');
  const record: unknown = proposal.kind === 'child' ? child : child?.[proposal.kind];
  const value: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, proposal.field) : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
