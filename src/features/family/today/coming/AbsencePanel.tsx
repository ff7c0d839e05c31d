import { formatDate } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { absenceMessages, comingName } from '../messages.ts';
import { type Appointment, openDays } from '../model.ts';
import type { Today } from '../store.ts';

interface Props {
  today: Today;
  coming: Appointment;
  now: number;
}

/** Lists the days of a camp that have not ended, each with a button that tells the coaches. */
export function AbsencePanel({ today, coming, now }: Props) {
  const busy = useStore(today.$busy);
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  const { child, absentDays, orderId } = coming;
  return (
    <div className="today-panel" role="group" aria-label={absenceMessages.title(child)}>
      <div>
        <p tabIndex={-1} ref={head}>
          <b>
            <WithNames text={absenceMessages.title(child)} names={[child]} />
          </b>
        </p>
        <p>
          <WithNames text={comingName(coming)} names={[child]} />
        </p>
      </div>
      <ul className="absence-days">
        {openDays(coming, now).map((day) => {
          const isAbsent = absentDays.includes(day);
          const label = isAbsent ? absenceMessages.takeBack : absenceMessages.tell;
          return (
            <li key={day}>
              <span>
                {formatDate(day, { year: false })}
                {isAbsent && <b> · {absenceMessages.away}</b>}
              </span>
              <Button
                kind="line"
                small
                busy={busy}
                aria-label={`${label}: ${child}, ${formatDate(day)}`}
                onClick={() => void today.tellAbsence(coming, day, !isAbsent)}
              >
                {label}
              </Button>
            </li>
          );
        })}
      </ul>
      <p>
        {absenceMessages.rule} {orderId !== null && absenceMessages.wholeCamp}
      </p>
      <div className="row">
        <Button kind="solid" small onClick={today.close}>
          {absenceMessages.close}
        </Button>
      </div>
    </div>
  );
}
