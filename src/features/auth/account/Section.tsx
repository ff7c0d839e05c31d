import type { ReactNode } from 'react';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { FormError } from '../Form.tsx';
import type { Problem } from '../error-messages.ts';

interface Props {
  title: string;
  problem: Problem | null;
  onSubmit: (form: FormData, element: HTMLFormElement) => void;
  children: ReactNode;
}

export function Section({ title, problem, onSubmit, children }: Props) {
  return (
    <FormElement
      className="card account-section stack"
      aria-label={title}
      refusal={problem?.field && problem}
      onSubmit={onSubmit}
    >
      <h2>{title}</h2>
      <FormError problem={problem} />
      {children}
    </FormElement>
  );
}
