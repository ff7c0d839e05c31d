import { type ReactNode, useEffect, useRef } from 'react';
import { Refused } from '../Form.tsx';
import type { Problem } from '../error-messages.ts';

interface Props {
  title: string;
  problem: Problem | null;
  onSubmit: (form: FormData, element: HTMLFormElement) => void;
  children: ReactNode;
}

export function Section({ title, problem, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problem]);
  return (
    <form
      ref={form}
      className="card account-section stack"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget), event.currentTarget);
      }}
    >
      <h2>{title}</h2>
      {problem && (!problem.field || problem.reasons) && <Refused problem={problem} />}
      {children}
    </form>
  );
}
