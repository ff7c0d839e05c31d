/* If a visitor saves data, nothing is fetched that they have not opened. The rules are the element before this script.
 */
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
if (connection?.saveData) document.currentScript?.previousElementSibling?.remove();

export {};
