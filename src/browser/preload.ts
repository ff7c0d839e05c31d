export function preload(files = ''): void {
  for (const href of files.split(' '))
    if (href)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
