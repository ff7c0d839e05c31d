import type { ReactNode } from 'react';
import type { StepMessages } from './messages.ts';
import type { Step } from './model.ts';

export function StepFrame({
  step,
  current,
  words,
  chosen,
  onReturn,
  children,
}: {
  step: Step;
  current: Step;
  words: StepMessages | undefined;
  chosen: string | null;
  onReturn: () => void;
  children: ReactNode;
}) {
  const state = step === current ? 'current' : step < current ? 'done' : 'ahead';
  return (
    <section className={`step ${state}`} aria-current={state === 'current' ? 'step' : undefined}>
      <div className="step-head">
        <span className="step-stone">{step + 1}</span>
        <div>
          <h3 tabIndex={-1} data-step={step}>
            {words?.title}
          </h3>
          <p>{state === 'done' && chosen ? <b>{chosen}</b> : words?.text}</p>
        </div>
        {state === 'done' && (
          <button type="button" className="text-button" onClick={onReturn}>
            Change<span className="sr-only">: {words?.title}</span>
          </button>
        )}
      </div>
      {state === 'current' && children}
    </section>
  );
}
