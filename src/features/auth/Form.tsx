import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '#ui/Notice.tsx';
import type { Problem } from './error-messages.ts';

interface Props {
  title: string;
  lead?: ReactNode;
  problem?: Problem | null;
  /** Without it the screen is only a message and sends nothing. */
  onSubmit?: (form: FormData) => void;
  children: ReactNode;
}

/** A screen of the sign-in: title, error and fields. The error of one field is shown beside it. */
export function Form({ title, lead, problem = null, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const field = problem?.field;
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problem]);
  return (
    <form
      ref={form}
      className="auth-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(new FormData(event.currentTarget));
      }}
    >
      <h1 id="auth-title" tabIndex={-1}>
        {title}
      </h1>
      {lead && (
        <p id="auth-lead" className="lead">
          {lead}
        </p>
      )}
      {problem && (!field || problem.reasons) && <Refused problem={problem} />}
      {children}
      <div className="auth-captcha" data-captcha />
    </form>
  );
}

/** For the first field of a screen that gets the focus in place of the title. */
export const formStep = 'auth-title auth-lead';

export function Refused({ problem }: { problem: Problem }) {
  const { text, reasons = [] } = problem;
  if (reasons.length === 0) return <Notice tone="bad">{text}</Notice>;
  return <Notice tone="bad" title={text} list={reasons} />;
}

export const besideField = (problem: Problem | null, field: Problem['field']): string | undefined =>
  problem?.field === field ? problem?.text : undefined;

export const typed = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};
