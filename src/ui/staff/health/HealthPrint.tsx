import type { RosterHealth } from '#domain/health.ts';
import { emergencyNotes, isShownInFull, marksOf } from './marks.ts';
import { healthMarkWords } from './words.ts';

/** On paper nothing waits for a tap: what the marks leave out, and what an ambulance should know first. */
export function HealthPrint({ health }: { health: RosterHealth }) {
  const hidden = marksOf(health).filter((mark) => !isShownInFull(mark));
  const texts = [
    ...hidden.map((mark) => healthMarkWords.full(mark)),
    ...emergencyNotes(health).map((note) => healthMarkWords.emergency(note)),
    ...(health.state === 'nothing' ? [healthMarkWords.answer(health)] : []),
  ];
  return texts.map((text) => (
    <span key={text} className="health-print print-only">
      {text}
    </span>
  ));
}
