import { type ComponentProps, useEffect, useRef } from 'react';

interface Props extends Omit<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'> {
  /**
   * A new value after each failed submission moves the focus to the first wrong field. Without it the focus stays.
   */
  refusal?: unknown;
  /** `typed` contains only fields that have a name. */
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
