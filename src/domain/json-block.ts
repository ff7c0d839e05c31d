/** For a `<script type="application/json">`: no text of content can end the element. */
export const toJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
