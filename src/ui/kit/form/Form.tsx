import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import type { Fault, Faults } from '#domain/fault.ts';
import { ErrorSummary } from '../../people/ErrorSummary.tsx';
import { faultMessage } from '../../people/messages.ts';
import { FormElement } from './FormElement.tsx';

interface FormStore {
  $faults: ReadableAtom<Faults>;
  $refusals: ReadableAtom<number>;
  submit: () => Promise<void>;
}

export type MessageOf = (fault: Fault, id: string) => string;

interface Props {
  form: FormStore;
  className?: string;
  labelledBy?: string;
  label?: string;
  /** The label of a field, for the summary. Without it there is no summary, and the focus moves to the first error. */
  labelOf?: (id: string) => string;
  messageOf?: MessageOf;
  /** The children have the `<Summary>`. */
  hasSummary?: boolean;
  head?: ReactNode;
  children: ReactNode;
}

/** A form of `createForm`. After a failed press the focus moves to the summary, which links to each field. */
export function Form(props: Props) {
  const { form, className, labelledBy, label, labelOf, messageOf = faultMessage, head, children } = props;
  const refusals = useStore(form.$refusals);
  const isListed = labelOf !== undefined || props.hasSummary === true;
  return (
    <FormElement
      className={className}
      aria-labelledby={labelledBy}
      aria-label={label}
      refusal={isListed ? null : refusals}
      onSubmit={() => void form.submit()}
    >
      {head}
      {labelOf && <Summary form={form} lineOf={(fault, id) => `${labelOf(id)}: ${messageOf(fault, id)}`} />}
      {children}
    </FormElement>
  );
}

/** All errors of a form; `lineOf` names the field, because no label is beside it. */
export function Summary({ form, lineOf }: { form: Omit<FormStore, 'submit'>; lineOf: MessageOf }) {
  const faults = useStore(form.$faults);
  const refusals = useStore(form.$refusals);
  const lines = Object.entries(faults).map(([id, fault]) => ({ id, text: lineOf(fault, id) }));
  return <ErrorSummary faults={lines} refusals={refusals} />;
}

/** The error of a field by its id, while it has one. */
export function useErrorOf(form: Pick<FormStore, '$faults'>, messageOf: MessageOf = faultMessage) {
  const faults = useStore(form.$faults);
  return (id: string): string | undefined => faults[id] && messageOf(faults[id], id);
}
