import { type ComponentProps, useEffect, useRef } from 'react';

interface Props extends Omit<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'> {
  /**
   * A value that changes after each failed submission, which moves the focus to the first wrong field. If it is
   * missing, the focus does not move.
   */
  refusal?: unknown;
  /** Called with the typed values. `typed` contains only fields that have a name. */
  onSubmit: (typed: FormData, form: HTMLFormElement) => void;
}

export function FormElement({ refusal, onSubmit, ...rest }: Props) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  return (
    <form
      {...rest}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget), event.currentTarget);
      }}
    />
  );
}
