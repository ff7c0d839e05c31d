import { formatDate } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { type ManagedLine, placeOfLine } from '../model.ts';
import { Panel } from '../Panel.tsx';
import type { OrderStore } from '../store.ts';
import { absenceMessages } from './absence-messages.ts';

/** Lists the days of a camp that lie ahead, each with a button that tells the coaches. */
export default function AbsencePanel({ manage, line }: { manage: OrderStore; line: ManagedLine }) {
  const busy = useStore(manage.$busy);
  const name = line.child_name ?? '';
  if (!line.absence) return null;
  const { absent_days: absentDays, open_days: openDays } = line.absence;
  return (
    <Panel title={absenceMessages.title(name)} names={[name]} about={placeOfLine(line)}>
      <ul className="absence-list">
        {openDays.map((day) => {
          const isAbsent = absentDays.includes(day);
          const label = isAbsent ? absenceMessages.takeBack : absenceMessages.tell;
          const told = isAbsent ? absenceMessages.tookBack : absenceMessages.told;
          return (
            <li key={day}>
              <span>{formatDate(day)}</span>
              <Button
                kind="line"
                small
                busy={busy}
                aria-label={`${label}: ${name}, ${formatDate(day)}`}
                onClick={() =>
                  void manage.tellAbsence(line.line_id, day, !isAbsent, told(placeOfLine(line), day))
                }
              >
                {label}
              </Button>
            </li>
          );
        })}
      </ul>
      <p>{absenceMessages.rule}</p>
      <div className="row">
        <Button kind="solid" small onClick={manage.close}>
          {absenceMessages.close}
        </Button>
      </div>
    </Panel>
  );
}
