/* If the page's script cannot be loaded, this inline script shows the packages. Their forms work without it. */
const template = document.currentScript?.previousElementSibling;
const showPackages = () => {
  if (template instanceof HTMLTemplateElement) template.replaceWith(template.content);
};
if ('scriptFailed' in document.documentElement.dataset) showPackages();
else
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') showPackages();
    },
    true,
  );

export {};
