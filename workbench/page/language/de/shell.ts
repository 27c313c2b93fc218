import type en from '../en';

export const shell: typeof en.shell = {
  title: 'Arbeitsplatz Bauberatung',
  skip: 'Zum Inhalt',
  navigation: 'Hauptnavigation',
  projects: 'Projekte',
  clients: 'Kunden',
  libraries: 'Bibliotheken',
  language: 'Sprache',
  theme: 'Darstellung',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  signedInAs: (name) => `Angemeldet als ${name}`,
  reader: 'Leser: darf ansehen, nicht ändern',
  leave: 'Abmelden',
  loading: 'Wird geladen…',
  again: 'Erneut versuchen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  remove: 'Löschen',
  edit: 'Bearbeiten',
  more: 'Mehr',
  search: 'Suchen',
  emptySearch: 'Suche leeren',
  nothingFound: 'Nichts gefunden',
  chooseFile: 'Datei auswählen',
  none: 'Keine',
  notFound: 'Unter dieser Adresse gibt es nichts.',
  problems: {
    connection:
      'Der Dienst war nicht erreichbar. Ihre Eingabe ist noch da; versuchen Sie es erneut, sobald die Verbindung steht.',
    busy: (seconds) =>
      seconds === null
        ? 'Der Dienst ist ausgelastet. Nichts ging verloren; versuchen Sie es gleich noch einmal.'
        : `Der Dienst ist ausgelastet. Nichts ging verloren; versuchen Sie es in ${seconds} s noch einmal.`,
    limited: (seconds) =>
      `Zu viele Anfragen auf einmal. Nichts ging verloren; versuchen Sie es ${seconds === null ? 'gleich' : `in ${seconds} s`} noch einmal.`,
    changed:
      'Jemand anderes hat dies inzwischen geändert. Ihre Eingabe ist noch da; sehen Sie den neuen Stand an und entscheiden Sie.',
    forbidden: 'Ihre Rolle darf dies ansehen, aber nicht ändern.',
    unexpected: 'Die Seite ist auf etwas Unerwartetes gestoßen.',
    requestId: (id) => `Anfrage ${id}`,
  },
  signIn: {
    title: 'Anmelden',
    again:
      'Ihre Anmeldung ist abgelaufen. Melden Sie sich erneut an; nichts, was Sie eingegeben haben, geht verloren.',
    key: 'API-Schlüssel',
    keyHint: 'Bleibt, bis dieser Tab geschlossen wird, und geht nur an diesen Dienst.',
    enter: 'Anmelden',
    provider: 'Bei Ihrer Organisation anmelden',
    refused: 'Dieser API-Schlüssel ist nicht gültig.',
  },
};
