export { type Language, languageOf, languages } from './accept-language';
export { type Translate, translatorOf } from './translate';
