import { firstTexts } from './first-texts' with { type: 'macro' };

export default firstTexts('es');
