import type { Knowledge } from '#contract/assistant.ts';
import { namesSomebodyInChinese } from '#contract/chinese-questions.ts';
import { isDanger } from '#contract/danger.ts';
import { namesIllness } from '#contract/hand-over.ts';
import { atom } from 'nanostores';
import { createAnswers } from './answer.ts';
import { messages } from './messages.ts';
import { reply, type FetchLiveData } from './reply.ts';
import { redact } from './redact.ts';
import type { Page } from './subjects.ts';
import type { DisplayedAnswer, Turn } from './turns.ts';
import { buildModelQuestion, displayModelAnswer, type AskModel } from './model-answer.ts';

export interface Outcome {
  question: string;
  outcome: 'fact' | 'passage' | 'written' | 'person' | 'nothing';
}

interface Hooks {
  load: () => Promise<Knowledge | null>;
  fetchLiveData: FetchLiveData;
  /** Asks the language model. Returns null if there is none, or if it does not answer in time. */
  askModel: AskModel;
  readSavedTurns: () => Turn[];
  saveTurns: (turns: readonly Turn[]) => void;
  count: (outcome: Outcome) => void;
  isOffline: () => boolean;
  page: Page;
}

/**
 * Returns whether a question names an illness. A correction may hide one, so both the typed and the corrected question
 * are checked.
 */
const isAboutHealth = (...questions: string[]) => questions.some(namesIllness);

const MAX_TURNS = 20;

export function createConversation({
  load,
  fetchLiveData,
  askModel,
  readSavedTurns,
  saveTurns,
  count,
  isOffline,
  page,
}: Hooks) {
  const savedTurns = readSavedTurns().map((turn) =>
    turn.state === 'thinking' ? { ...turn, state: 'failed' as const } : turn,
  );
  const $turns = atom<readonly Turn[]>(savedTurns);
  const $knowledge = atom<Knowledge | null>(null);
  let answers: ReturnType<typeof createAnswers> | null = null;

  let loading: Promise<Knowledge | null> | null = null;
  async function loadKnowledge(): Promise<Knowledge | null> {
    const currentKnowledge = $knowledge.get();
    if (currentKnowledge) return currentKnowledge;
    loading ??= load()
      .catch(() => null)
      .finally(() => (loading = null));
    const knowledge = await loading;
    if (knowledge && !answers) {
      answers = createAnswers(knowledge);
      $knowledge.set(knowledge);
    }
    return knowledge;
  }

  /** Changes the answer to a question. By default it is not saved, because a failed question may be about health. */
  const change = (id: number, state: Turn['state'], answer: DisplayedAnswer | null, secret = true) => {
    $turns.set(
      $turns.get().map((turn) => (turn.id === id ? { ...turn, state, shown: answer, secret } : turn)),
    );
    remember();
  };
  const remember = () => saveTurns($turns.get().filter((turn) => !turn.secret));
  const showFailure = (id: number) =>
    change(id, 'failed', {
      note: isOffline() ? messages.offline : messages.failed,
      parts: [],
      more: [],
      nextStep: null,
    });

  async function answer(id: number, question: string): Promise<void> {
    try {
      const knowledge = await loadKnowledge();
      if (!knowledge || !answers) {
        showFailure(id);
        return;
      }
      const plan = answers(question, page);
      const modelQuestion = isAboutHealth(question, plan.words)
        ? null
        : buildModelQuestion(question, plan, knowledge);
      const [searchAnswer, modelAnswer] = await Promise.all([
        reply(plan, knowledge, fetchLiveData),
        modelQuestion && askModel(modelQuestion).catch(() => null),
      ]);
      const displayedAnswer = displayModelAnswer(modelAnswer, knowledge, searchAnswer) ?? searchAnswer;
      // Questions about an illness or about other people are neither saved nor counted.
      const isTheirs =
        plan.person === 'health' || plan.person === 'people' || isAboutHealth(question, plan.words);
      change(id, 'answered', displayedAnswer, isTheirs || namesSomebodyInChinese(question));
      const [first] = searchAnswer.parts;
      // The model only rewords the answer, so the answer of the search is counted.
      const kind = first?.kind === 'fact' || first?.kind === 'written' ? first.kind : first && 'passage';
      const missOutcome = plan.person === null || plan.person === 'unknown' ? 'nothing' : 'person';
      if (!isTheirs) count({ question, outcome: kind ?? missOutcome });
    } catch {
      showFailure(id);
    }
  }

  /** Shows a warning. It needs no download, so it also works offline. The question is neither saved nor counted. */
  const warn = (question: string) => {
    const id = ($turns.get().at(-1)?.id ?? 0) + 1;
    const answer: DisplayedAnswer = {
      note: messages.danger,
      parts: [],
      more: [],
      nextStep: null,
      danger: true,
    };
    $turns.set(
      [...$turns.get(), { id, question, state: 'answered' as const, shown: answer, secret: true }].slice(
        -MAX_TURNS,
      ),
    );
  };

  return {
    $turns,
    $knowledge,
    warmUp: () => void loadKnowledge(),
    ask: async (typedQuestion: string): Promise<void> => {
      const question = redact(typedQuestion);
      if (question === '') return;
      if (isDanger(typedQuestion)) {
        warn(question);
        return;
      }
      const id = ($turns.get().at(-1)?.id ?? 0) + 1;
      $turns.set(
        [...$turns.get(), { id, question, state: 'thinking' as const, shown: null, secret: true }].slice(
          -MAX_TURNS,
        ),
      );
      await answer(id, question);
    },
    again: async (id: number): Promise<void> => {
      const turn = $turns.get().find((turn) => turn.id === id);
      if (!turn) return;
      change(id, 'thinking', null);
      await answer(id, turn.question);
    },
    clear: (): void => {
      $turns.set([]);
      saveTurns([]);
    },
  };
}
export type Conversation = ReturnType<typeof createConversation>;
