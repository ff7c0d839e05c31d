import { useEffect, useRef } from 'react';
import { formatDays } from '#contract/format.ts';
import { formatMoney } from '#domain/money.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { calendar, moon } from '#ui/icons.ts';
import { nightMessages } from '../messages.ts';
import { waitlistLabel } from '../opening-messages.ts';
import type { Week } from './model.ts';
import type { Checkout } from '../store.ts';
import { waitlistPath } from './subject.ts';
import type { Words } from '../content.ts';

interface Props {
  checkout: Checkout;
  weeks: Week[];
  words: Words;
  whatsapp: string;
}

/** Lets a parent who opened EPIC's checkout without a week choose one (spec 2 §2). */
export default function Weeks({ checkout, weeks, words, whatsapp }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="checkout-weeks" aria-labelledby="weeks-title">
      <h2 id="weeks-title" ref={heading} tabIndex={-1}>
        Which week?
      </h2>
      {weeks.length === 0 && (
        <div className="card">
          <p>We are planning the coming weeks. Ask us, and we will tell you as soon as they open.</p>
          <ButtonLink kind="line" href={whatsapp} target="_blank" rel="noopener">
            WhatsApp Us
          </ButtonLink>
        </div>
      )}
      <ul data-keep-clear>
        {weeks.map((week) => (
          <li key={week.camp.id} className="card checkout-week">
            <Icon path={calendar} />
            <div>
              <h3>{formatDays(week.camp.start_date, week.camp.end_date)}</h3>
              <p>
                {week.camp.name}, {week.camp.location} · <b>{formatMoney(week.camp.price_cents ?? 0)}</b>
              </p>
            </div>
            <WeekButton checkout={checkout} week={week} />
          </li>
        ))}
      </ul>
      <div className="notice calm">
        <Icon path={moon} />
        <div>
          <b>{words.overnight.heading}</b>
          <p>{nightMessages.approval}</p>
        </div>
      </div>
    </section>
  );
}

function WeekButton({ checkout, week }: { checkout: Checkout; week: Week }) {
  const { camp, subject } = week;
  const dates = formatDays(camp.start_date, camp.end_date);
  if (camp.capacity - camp.current_enrollments <= 0)
    return (
      <ButtonLink kind="line" href={waitlistPath(subject, 1)} aria-label={`${waitlistLabel}: ${dates}`}>
        {waitlistLabel}
      </ButtonLink>
    );
  return (
    <Button aria-label={`Choose ${dates}`} onClick={() => void checkout.choose(subject)}>
      Choose
    </Button>
  );
}
