import type { RosterHealth } from '#domain/health.ts';
import { Icon } from '../../Icon.tsx';
import { warning } from '../../icons.ts';
import { heart, lifebuoy, pill, question } from '../icons.ts';
import { type HealthMark, isShownInFull, type MarkKind, marksOf } from './marks.ts';
import { healthMarkMessages } from './messages.ts';
import './health-marks.css';

/** The shapes of the marks. Each kind has its own shape and word, because colour alone is not accessible. */
const shapes: Record<MarkKind, string> = {
  allergy: warning,
  medicine: pill,
  condition: heart,
  help: lifebuoy,
  unknown: question,
};
const tones: Record<MarkKind, string> = {
  allergy: 'bad',
  medicine: 'bad',
  condition: 'warn',
  help: '',
  unknown: 'warn unknown',
};

/** Shows the health marks of a child. `full` shows all texts. Otherwise the texts of conditions appear on tap. */
export function HealthMarks({ health, full = false }: { health: RosterHealth; full?: boolean }) {
  const marks = marksOf(health);
  const shownMarks = full ? marks : withoutRepeats(marks);
  return shownMarks.map((mark) => (
    <span
      key={`${mark.kind} ${mark.text ?? ''}`}
      className={`tag health-mark ${tones[mark.kind]}${full || isShownInFull(mark) ? '' : ' no-print'}`}
      data-mark={mark.kind}
    >
      <Icon path={shapes[mark.kind]} />
      {full || isShownInFull(mark) ? healthMarkMessages.full(mark) : healthMarkMessages.short(mark)}
    </span>
  ));
}

/** Leaves out conditions that look the same as another one while their texts are hidden. */
const withoutRepeats = (marks: readonly HealthMark[]): HealthMark[] =>
  marks.filter(
    (mark, index) => isShownInFull(mark) || marks.findIndex(({ kind }) => kind === mark.kind) === index,
  );
