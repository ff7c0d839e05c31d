import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import type { Fault, Faults } from '#domain/fault.ts';
import { ErrorSummary } from '../../people/ErrorSummary.tsx';
import { faultMessage } from '../../people/messages.ts';
import { FormElement } from './FormElement.tsx';

interface FormStore {
  $faults: ReadableAtom<Faults>;
  $failedSubmits: ReadableAtom<number>;
  submit: () => Promise<void>;
}

export type MessageOf = (fault: Fault, id: string) => string;

interface Props {
  form: FormStore;
  className?: string;
  labelledBy?: string;
  label?: string;
  /**
   * Returns the label of a field for the summary of errors. If this is missing, there is no summary, and the focus
   * moves to the first error.
   */
  labelOf?: (id: string) => string;
  messageOf?: MessageOf;
  /** True if the children contain a `<Summary>`. */
  hasSummary?: boolean;
  head?: ReactNode;
  children: ReactNode;
}

/**
 * Draws a form of `createForm`. After a failed submission, the focus moves to the summary, which links to each field.
 */
export function Form(props: Props) {
  const { form, className, labelledBy, label, labelOf, messageOf = faultMessage, head, children } = props;
  /** The number of failed submissions. Each moves the focus to the first error or the summary. */
  const refusals = useStore(form.$failedSubmits);
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

/** Lists all errors of a form. `lineOf` must name the field, because the list has no label beside the error. */
export function Summary({ form, lineOf }: { form: Omit<FormStore, 'submit'>; lineOf: MessageOf }) {
  const faults = useStore(form.$faults);
  const refusals = useStore(form.$failedSubmits);
  const lines = Object.entries(faults).map(([id, fault]) => ({ id, text: lineOf(fault, id) }));
  return <ErrorSummary faults={lines} refusals={refusals} />;
}

/** Returns a function that finds the error of a field by its id. */
export function useErrorOf(form: Pick<FormStore, '$faults'>, messageOf: MessageOf = faultMessage) {
  const faults = useStore(form.$faults);
  return (id: string): string | undefined => faults[id] && messageOf(faults[id], id);
}
