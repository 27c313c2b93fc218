export const shell = {
  title: 'Construction Consulting Workbench',
  skip: 'Skip to the content',
  navigation: 'Main',
  projects: 'Projects',
  clients: 'Clients',
  libraries: 'Libraries',
  preferences: 'Preferences',
  language: 'Language',
  theme: 'Appearance',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  signedInAs: (name: string) => `Signed in as ${name}`,
  reader: 'Reader: may look, not change',
  leave: 'Sign out',
  loading: 'Loading…',
  again: 'Try again',
  againIn: (seconds: number) => `Try again in ${seconds} s`,
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  remove: 'Delete',
  edit: 'Edit',
  more: 'More',
  search: 'Search',
  emptySearch: 'Empty the search',
  nothingFound: 'Nothing found',
  chooseFile: 'Choose a file',
  none: 'None',
  notFound: 'There is nothing at this address.',
  failed: {
    title: 'This view could not be shown',
    words:
      'The page met something that it did not expect. What was saved is safe; load the page again to go on.',
    reload: 'Load the page again',
  },
  problems: {
    disconnected:
      'The service cannot be reached. What you typed stays; the page goes on by itself as soon as it answers.',
    signedOut: 'Your sign-in had ended. Your input is still here; send it again once you are signed in.',
    connection:
      'The service was not reached. What you typed is still here; try again when you are back online.',
    busy: (seconds: number | null) =>
      seconds === null
        ? 'The service is busy. Nothing was lost; try again in a moment.'
        : `The service is busy. Nothing was lost; try again in ${seconds} s.`,
    limited: (seconds: number | null) =>
      `Too many requests at once. Nothing was lost; try again ${seconds === null ? 'in a moment' : `in ${seconds} s`}.`,
    changed:
      'Someone else changed this meanwhile. Your input is still here; look at the new state and decide.',
    forbidden: 'Your role may look at this, but not change it.',
    unexpected: 'The page met something that it did not expect.',
    requestId: (id: string) => `Request ${id}`,
  },
  signIn: {
    title: 'Sign in',
    again: 'Your sign-in has ended. Sign in again to go on; nothing that you typed is lost.',
    key: 'API key',
    keyHint: 'Kept until this tab is closed, and sent to nobody but this service.',
    enter: 'Sign in',
    provider: 'Sign in at your organisation',
    refused: 'This API key is not valid.',
    ended: 'Your sign-in has ended. Sign in again to go on.',
    failed: 'Not ready yet',
    notFinished: 'The sign-in was not finished. Try it again.',
    windowBlocked: 'Your browser opened no window. Allow windows of this page and try again.',
    noWay:
      'Nobody can sign in at the moment: the organisation’s sign-in does not answer. Try again in a while.',
    or: 'or',
  },
};
