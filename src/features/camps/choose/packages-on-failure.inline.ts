/* If the page's script cannot be loaded, this inline script shows the packages. Their forms work without it. The script
   in the head has already noted the failure. */
const template = document.currentScript?.previousElementSibling as HTMLTemplateElement;
const showPackages = () => {
  if ('scriptFailed' in document.documentElement.dataset) template.replaceWith(template.content);
};
showPackages();
addEventListener('error', showPackages, true);

export {};
