import type { DeskQuote } from '#contract/desk.ts';
import type { InstalmentOption } from '#contract/instalments.ts';
import { planMessages as words } from './messages.ts';
import type { Desk } from './store.ts';

/** The family pays the whole price now, or a deposit with one of the plans. */
export function Instalments({
  desk,
  quote,
  plan,
}: {
  desk: Desk;
  quote: DeskQuote;
  plan: InstalmentOption | null;
}) {
  if (quote.instalments.length === 0) return null;
  return (
    <fieldset className="desk-method desk-plan">
      <legend>{words.title}</legend>
      <label>
        <input type="radio" name="plan" checked={plan === null} onChange={() => desk.change({ parts: 0 })} />
        {words.whole(quote.total_cents)}
      </label>
      {quote.instalments.map((option) => (
        <label key={option.parts}>
          <input
            type="radio"
            name="plan"
            checked={plan?.parts === option.parts}
            onChange={() => desk.change({ parts: option.parts, fromBalance: false })}
          />
          {words.deposit(option)}
        </label>
      ))}
      {plan !== null && <p className="quiet">{words.hint}</p>}
    </fieldset>
  );
}
