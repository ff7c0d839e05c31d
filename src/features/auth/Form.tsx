import type { ReactNode } from 'react';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { Problem } from './error-messages.ts';

interface Props {
  title: string;
  lead?: ReactNode;
  problem?: Problem | null;
  onSubmit?: (form: FormData) => void;
  children: ReactNode;
}

export function Form({ title, lead, problem = null, onSubmit, children }: Props) {
  return (
    <FormElement
      className="auth-form"
      refusal={problem?.field && problem}
      onSubmit={(form) => onSubmit?.(form)}
    >
      <h1 id="auth-title" tabIndex={-1}>
        {title}
      </h1>
      {lead && (
        <p id="auth-lead" className="lead">
          {lead}
        </p>
      )}
      <FormError problem={problem} />
      {children}
      <div className="auth-captcha" data-captcha />
    </FormElement>
  );
}

/** The ids of the texts that label the first field of a screen. That field takes the focus in place of the title. */
export const formStep = 'auth-title auth-lead';

/**
 * Shows the error above the fields unless a field already shows it. A list of reasons always appears
 * above.
 */
export function FormError({ problem }: { problem: Problem | null }) {
  if (!problem || (problem.field && !problem.reasons)) return null;
  const { text, reasons = [] } = problem;
  if (reasons.length === 0) return <Notice tone="bad">{text}</Notice>;
  return <Notice tone="bad" title={text} list={reasons} />;
}

export const errorFor = (problem: Problem | null, field: Problem['field']): string | undefined =>
  problem?.field === field ? problem?.text : undefined;

export const readTyped = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};
