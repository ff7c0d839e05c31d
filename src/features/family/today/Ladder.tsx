import type { FamilyChild } from '#contract/family.ts';
import { LEVELS } from '#domain/levels.ts';
import { LevelSteps } from '#ui/family/LevelSteps.tsx';
import { levelMessages } from './messages.ts';

export function Ladder({ child }: { child: FamilyChild }) {
  const { current_level: level } = child;
  return (
    <div className="today-ladder">
      <LevelSteps
        level={level}
        label={levelMessages.ladder(level)}
        current={levelMessages.currentLevel(level)}
      />
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
