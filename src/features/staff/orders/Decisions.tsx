import type { OrderStory } from '#contract/management-orders.ts';
import { formatMoney } from '../../../domain/money.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { formatMoment } from '../../../domain/dates.ts';
import { decideWords, decisionWords } from './messages.ts';
import type { Story } from './story.ts';

/** Charges of this order that wait for a person. */
export function Decisions({ story, told, busy }: { story: Story; told: OrderStory; busy: boolean }) {
  if (told.decisions.length === 0) return null;
  return (
    <section className="sheet story-decisions" aria-labelledby="story-decisions">
      <header>
        <h3 id="story-decisions">{decideWords.title}</h3>
      </header>
      <ul>
        {told.decisions.map(({ id, kind, amount_cents, at, is_lost }) => {
          const [title, text] = decisionWords[kind] ?? [kind, ''];
          const choices =
            kind === 'paid_late'
              ? []
              : kind === 'disputed'
                ? (['kept', ...(is_lost ? (['ended'] as const) : [])] as const)
                : (['kept', 'refund'] as const);
          return (
            <li key={id}>
              <p>
                <span className="tag bad">{title}</span>{' '}
                <b className="numbers">{formatMoney(amount_cents)}</b>{' '}
                <span className="quiet">{formatMoment(at)}</span>
              </p>
              <p className="quiet">{text}</p>
              <div className="row">
                {choices.map((choice) => (
                  <ConfirmButton
                    key={choice}
                    name={kind === 'disputed' && choice === 'kept' ? decideWords.let : decideWords[choice]}
                    means={decideWords.sure[choice](amount_cents)}
                    yes={decideWords.yes}
                    no={decideWords.no}
                    busy={busy}
                    onYes={() => void story.decide(id, choice)}
                  />
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
