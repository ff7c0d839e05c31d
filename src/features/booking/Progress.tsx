import badge from '#assets/mascot/badge.svg?url';
import { percentMessage, progressMessage } from './messages.ts';
import { findProgress, type Step } from './model.ts';

export function Progress({ step }: { step: Step }) {
  const { question, percent } = findProgress(step);
  return (
    <div className="booking-progress">
      <p>
        <span>{progressMessage(question)}</span>
        <span className="numbers">{percentMessage(percent)}</span>
      </p>
      <div
        className={`progress-bar at-${percent}`}
        role="progressbar"
        aria-label="Booking"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i />
        <img src={badge} width="38" height="38" alt="" loading="lazy" />
      </div>
    </div>
  );
}
