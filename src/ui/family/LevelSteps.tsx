import badge from '#assets/mascot/badge.svg?url';
import { LEVELS } from '#domain/levels.ts';
import './level-steps.css';

/** The ladder of levels, with the badge on the child's level. `label` names the list, and `current` the badge. */
export const LevelSteps = ({ level, label, current }: { level: number; label: string; current: string }) => (
  <ol className="level-steps" aria-label={label}>
    {LEVELS.map((step) => (
      <li key={step} className={step === level ? 'now' : step < level ? 'done' : undefined}>
        {step === level ? <img src={badge} width="46" height="46" alt={current} /> : step}
      </li>
    ))}
  </ol>
);
