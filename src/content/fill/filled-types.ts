import type { Picture } from '#domain/picture.ts';
import type { RichText } from '#domain/rich-text.ts';

export type Filled<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Entry)[]
    ? Extract<Entry, { _type: 'block' }> extends never
      ? Filled<Entry>[]
      : RichText
    : T extends { _type: 'picture' }
      ? Picture
      : T extends { _type: 'image' }
        ? ShareImage
        : T extends { _type: 'reference' }
          ? Id
          : T extends { _type: 'link' }
            ? Link
            : T extends { _type: 'chatButton' }
              ? Link
              : T extends { _type: 'seo' }
                ? Seo
                : T extends object
                  ? FilledFields<T>
                  : never;

type FilledFields<T> = {
  [Field in keyof T as Field extends Hidden ? never : Field]-?: FilledField<
    NonNullable<T[Field]>,
    undefined extends T[Field] ? true : null extends T[Field] ? true : false
  >;
};

type Hidden = '_createdAt' | '_updatedAt' | 'order' | '_weak' | '_key';

/** A field after filling. Missing texts and lists are empty. Missing objects and optional values are null. */
type FilledField<T, Optional extends boolean> = [T] extends [string]
  ? string extends T
    ? string
    : OrNull<T, Optional>
  : [T] extends [boolean]
    ? boolean
    : [T] extends [number]
      ? OrNull<number, Optional>
      : [T] extends [readonly unknown[]]
        ? Filled<T>
        : [T] extends [{ _type: 'reference' }]
          ? OrNull<Id, Optional>
          : Filled<T> | null;

type OrNull<T, Optional extends boolean> = Optional extends true ? T | null : T;

export type Id = string;

type ShareImage = string;

export interface Link {
  label: string;
  href: string;
}

export interface Seo {
  title: string;
  description: string;
  /** The share image of the page. If it is null, the page has the share image of the settings. */
  shareImage: ShareImage | null;
  noIndex: boolean;
}
