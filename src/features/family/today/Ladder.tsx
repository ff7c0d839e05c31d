import type { FamilyChild } from '#contract/family.ts';
import badge from '#assets/mascot/badge.svg?url';
import { levelMessages } from './messages.ts';
import { LEVELS } from './model.ts';

export function Ladder({ child }: { child: FamilyChild }) {
  const { current_level: level } = child;
  return (
    <div className="today-ladder">
      <ol aria-label={levelMessages.ladder(level)}>
        {LEVELS.map((step) => (
          <li key={step} className={step === level ? 'now' : step < level ? 'done' : undefined}>
            {step === level ? (
              <img src={badge} width="46" height="46" alt={levelMessages.currentLevel(step)} />
            ) : (
              step
            )}
          </li>
        ))}
      </ol>
      <Note child={child} />
    </div>
  );
}

function Note({ child: { level_note, quiz_completed, current_level } }: { child: FamilyChild }) {
  if (level_note)
    return (
      <p>
        <b>{levelMessages.noted(level_note.coach, level_note.at)}</b> {level_note.text}
      </p>
    );
  if (!quiz_completed)
    return (
      <p>
        <b>{levelMessages.pending}</b> {levelMessages.pendingText}
      </p>
    );
  if (current_level >= LEVELS.length) return <p>{levelMessages.top}</p>;
  return (
    <p>
      <b>{levelMessages.next(current_level + 1)}</b> {levelMessages.nextText}
    </p>
  );
}
