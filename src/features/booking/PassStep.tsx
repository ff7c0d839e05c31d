import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check } from '#ui/icons.ts';
import { readChoiceFromUrl } from './initial-choice.ts';
import { messages } from './messages.ts';
import { type Pass, textOn } from './model.ts';
import { SelectedTag } from './SelectedTag.tsx';

export function PassStep({
  passes,
  footnotes,
  leaving,
  onChoose,
}: {
  passes: readonly Pass[];
  footnotes: readonly string[];
  leaving: string | null;
  onChoose: (pass: Pass) => void;
}) {
  // If the parent chose a pass on another page, that pass comes first.
  const requestedPassId = readChoiceFromUrl().pass;
  const first = passes.find(({ id, available }) => id === requestedPassId && available);
  const orderedPasses = first ? [first, ...passes.filter((pass) => pass !== first)] : passes;
  const isSolid = (pass: Pass) => (first ? pass === first : pass.recommended);
  return (
    <>
      <div className="booking-choices stack four" data-keep-clear>
        {orderedPasses.map((pass) => (
          <article
            key={pass.id}
            className={
              pass.recommended ? 'booking-choice booking-pass recommended' : 'booking-choice booking-pass'
            }
          >
            {pass === first ? <SelectedTag /> : pass.badge && <Badge pass={pass} />}
            <h4>{pass.name}</h4>
            <p className="pass-price numbers">
              {formatMoney(pass.priceCents)}
              {pass.regularCents !== null && (
                <s>
                  <span className="sr-only">usually </span>
                  {formatMoney(pass.regularCents)}
                </s>
              )}
            </p>
            <p className="pass-summary">
              {pass.summary}
              <b>{pass.ending}</b>
            </p>
            <ul className="ticks">
              {pass.features.map((feature) => (
                <li key={feature}>
                  <Icon path={check} />
                  {feature}
                </li>
              ))}
            </ul>
            <Button
              {...(isSolid(pass) ? {} : { kind: 'line' as const })}
              disabled={!pass.available}
              busy={leaving === pass.id}
              onClick={() => onChoose(pass)}
            >
              {pass.available ? `Get ${pass.name}` : messages.notAvailable}
            </Button>
          </article>
        ))}
      </div>
      {footnotes.length > 0 && (
        <ul className="booking-footnotes">
          {footnotes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Badge({ pass: { badge, badgeColor } }: { pass: Pass }) {
  if (badgeColor === null) return <span className="booking-flag">{badge}</span>;
  return (
    <span className="booking-flag" style={{ background: badgeColor, color: textOn(badgeColor) }}>
      {badge}
    </span>
  );
}
