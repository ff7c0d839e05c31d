import type { RosterHealth } from '#domain/health.ts';
import { emergencyNotes, isShownInFull, marksOf } from './marks.ts';
import { healthMarkMessages } from './messages.ts';

/** Shows the printed list. It contains the texts that the screen shows only on tap, and the emergency notes. */
export function HealthPrint({ health }: { health: RosterHealth }) {
  const hiddenMarks = marksOf(health).filter((mark) => !isShownInFull(mark));
  const texts = [
    ...hiddenMarks.map((mark) => healthMarkMessages.full(mark)),
    ...emergencyNotes(health).map((note) => healthMarkMessages.emergency(note)),
    ...(health.state === 'nothing' ? [healthMarkMessages.answer(health)] : []),
  ];
  return texts.map((text) => (
    <span key={text} className="health-print print-only">
      {text}
    </span>
  ));
}
