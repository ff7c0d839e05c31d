import { fieldNames } from './field-messages.ts';

export type FieldKind = keyof typeof fieldNames;

export const kinds = Object.keys(fieldNames) as FieldKind[];

export const kindOf = (id: string) => kinds.find((kind) => kind === id.replace(/\[\d+\]/, '[#]'));

export const indexOf = (id: string): number => Number(/\[(\d+)\]/.exec(id)?.[1] ?? 0);

export function fieldName(id: string): string {
  const kind = kindOf(id);
  return kind ? fieldNames[kind] : id;
}
