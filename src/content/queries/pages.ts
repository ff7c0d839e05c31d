import { defineQuery } from 'groq';

export const homePageQuery = defineQuery(`*[_type == "homePage" && _id == "homePage"][0]`);

export const campsPageQuery = defineQuery(`*[_type == "campsPage" && _id == "campsPage"][0]`);

export const campsNewPageQuery = defineQuery(`*[_type == "campsNewPage" && _id == "campsNewPage"][0]`);

export const epicPageQuery = defineQuery(`*[_type == "epicPage" && _id == "epicPage"][0]`);

export const tryOutPageQuery = defineQuery(`*[_type == "tryOutPage" && _id == "tryOutPage"][0]`);

export const passesPageQuery = defineQuery(`*[_type == "passesPage" && _id == "passesPage"][0]`);

export const teamPassesPageQuery = defineQuery(`*[_type == "teamPassesPage" && _id == "teamPassesPage"][0]`);

export const birthdaysPageQuery = defineQuery(`*[_type == "birthdaysPage" && _id == "birthdaysPage"][0]`);

export const aboutPageQuery = defineQuery(`*[_type == "aboutPage" && _id == "aboutPage"][0]`);

export const checkoutPageQuery = defineQuery(`*[_type == "checkoutPage" && _id == "checkoutPage"][0]`);

export const successPageQuery = defineQuery(`*[_type == "successPage" && _id == "successPage"][0]`);

export const notFoundPageQuery = defineQuery(`*[_type == "notFoundPage" && _id == "notFoundPage"][0]`);

export const blockPagesQuery = defineQuery(`*[_type == "page"] | order(address asc)`);
