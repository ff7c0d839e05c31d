import { staffPaths } from '#config/staff-paths.ts';
import { Button, ButtonLink } from '../Button.tsx';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { answerMessages } from './messages.ts';
import { type RemovedSplit, splitMessages } from './split-messages.ts';

type Answer = 'accepted' | 'accepted_with_split' | 'refund' | 'ended' | 'settle' | 'retry';

interface Props {
  kind: string;
  /** The name of the person and the subject of the decision, because the screen may list several. */
  of: string;
  /** The amount in cents, or null for an e-mail. */
  cents: number | null;
  /** True after a lost dispute. The bank has returned the money to the family, so the booking can be cancelled. */
  isLost: boolean;
  /**
   * The address of the order's page, where staff choose for the family after a late payment or a cancellation by us.
   */
  choiceHref?: string | undefined;
  /** The part of a sale at the desk that its seller took out, which can be recorded after all. */
  split?: RemovedSplit | null | undefined;
  busy: boolean;
  onAnswer: (answer: Answer) => void;
}

/** The answers that staff can give to a pending decision. Answers that affect money or spots ask for confirmation. */
export function DecisionAnswers({ kind, of, cents, isLost, choiceHref, split, busy, onAnswer }: Props) {
  if (kind === 'renewal_unpaid' || kind === 'instalment_overdue' || kind === 'refund_waiting') return null;
  if (kind === 'external_refund')
    return (
      <ButtonLink
        kind="line"
        small
        href={`${staffPaths.managementDecisions}?kind=${kind}`}
        aria-label={`${answerMessages.decide}: ${of}`}
      >
        {answerMessages.decide}
      </ButtonLink>
    );
  if (kind === 'paid_late' || kind === 'cancelled_by_us')
    return choiceHref === undefined ? null : (
      <ButtonLink
        kind="line"
        small
        href={choiceHref}
        target="_blank"
        aria-label={`${answerMessages.choose}: ${of}`}
      >
        {answerMessages.choose}
      </ButtonLink>
    );
  if (kind === 'mail_failed')
    return (
      <Button
        kind="line"
        small
        busy={busy}
        aria-label={`${answerMessages.retry}: ${of}`}
        onClick={() => onAnswer('retry')}
      >
        {answerMessages.retry}
      </Button>
    );
  if (kind === 'refund_failed' || kind === 'refund_by_hand')
    return (
      <ConfirmButton
        name={answerMessages.settle}
        label={`${answerMessages.settle}: ${of}`}
        means={answerMessages.settleDoes(cents ?? 0)}
        yes={answerMessages.settleYes}
        no={answerMessages.no}
        busy={busy}
        onYes={() => onAnswer('settle')}
      />
    );
  const answers =
    kind === 'disputed'
      ? (['accepted', ...(isLost ? (['ended'] as const) : [])] as const)
      : kind === 'balance_debt'
        ? (['accepted'] as const)
        : (['accepted', 'refund'] as const);
  const nameOf = (answer: (typeof answers)[number]) =>
    kind === 'disputed' && answer === 'accepted'
      ? answerMessages.changeNothing
      : kind === 'balance_debt'
        ? answerMessages.letGo
        : answerMessages[answer];
  return (
    <div className="row">
      {split && kind === 'mismatch' && (
        <ConfirmButton
          name={splitMessages.recordBoth}
          label={`${splitMessages.recordBoth}: ${of}`}
          means={splitMessages.recordBothDoes(cents ?? 0, split)}
          yes={answerMessages.yes}
          no={answerMessages.no}
          busy={busy}
          onYes={() => onAnswer('accepted_with_split')}
        />
      )}
      {answers.map((answer) => (
        <ConfirmButton
          key={answer}
          name={nameOf(answer)}
          label={`${nameOf(answer)}: ${of}`}
          means={answerMessages.does[answer](kind, cents ?? 0)}
          yes={answerMessages.yes}
          no={answerMessages.no}
          busy={busy}
          harm
          onYes={() => onAnswer(answer)}
        />
      ))}
    </div>
  );
}
