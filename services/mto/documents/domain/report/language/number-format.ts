import type { Amount } from '../model/report';
import type { Language } from './language';

const isNumber = (text: string): text is `${number}` => /^-?\d+(?:\.\d+)?$/.test(text);

const moneyPlaces = 2;
const wholePercent = 100;
const quantityPlacesMax = 3;
const ratePlaces = 2;
const ratioPlacesMax = 4;
const sizePlacesMax = 6;

export class Formats {
  readonly #numbers = new Map<string, Intl.NumberFormat>();
  readonly #day: Intl.DateTimeFormat;
  readonly #shortDay: Intl.DateTimeFormat;
  readonly #ends: Intl.NumberFormat;

  constructor(private readonly language: Language) {
    this.#day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    this.#ends = new Intl.NumberFormat(language, {
      style: 'percent',
      maximumFractionDigits: moneyPlaces,
      signDisplay: 'exceptZero',
    });
    this.#shortDay = new Intl.DateTimeFormat(language, { ...digits, timeZone: 'UTC' });
  }

  #number(amount: Amount | number, placesMin: number, placesMax: number, isSigned = false): string {
    const key = `${placesMin} ${placesMax} ${isSigned}`;
    const format =
      this.#numbers.get(key) ??
      new Intl.NumberFormat(this.language, {
        minimumFractionDigits: placesMin,
        maximumFractionDigits: placesMax,
        useGrouping: 'always',
        signDisplay: isSigned ? 'exceptZero' : 'negative',
      });
    this.#numbers.set(key, format);
    if (typeof amount === 'number') return format.format(amount);
    return isNumber(amount) ? format.format(amount) : amount;
  }

  money = (amount: Amount): string => this.#number(amount, moneyPlaces, moneyPlaces);
  change = (amount: Amount): string => this.#number(amount, moneyPlaces, moneyPlaces, true);
  rate = (amount: Amount): string => this.#number(amount, ratePlaces, ratePlaces);
  hours = (amount: Amount): string => this.#number(amount, moneyPlaces, moneyPlaces);
  quantity = (amount: Amount): string => this.#number(amount, moneyPlaces, quantityPlacesMax);
  ratio = (amount: Amount): string => this.#number(amount, moneyPlaces, ratioPlacesMax);
  plain = (amount: Amount): string => this.#number(amount, 0, sizePlacesMax);
  count = (amount: Amount | number): string => this.#number(amount, 0, 0);
  percent = (amount: Amount): string => this.#number(amount, moneyPlaces, moneyPlaces);
  signedPercent = (amount: Amount): string => this.#number(amount, moneyPlaces, moneyPlaces, true);
  end = (percent: Amount): string => this.#ends.format(Number(percent) / wholePercent);
  cost = (amount: Amount): string => (Number(amount) === 0 ? '–' : this.money(amount));

  date = (day: string): string => this.#day.format(new Date(`${day}T00:00:00Z`));
  shortDate = (day: string): string => this.#shortDay.format(new Date(`${day}T00:00:00Z`));
}
