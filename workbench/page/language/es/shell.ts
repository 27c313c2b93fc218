import type en from '../en';

export const shell: typeof en.shell = {
  title: 'Mesa de trabajo de consultoría de construcción',
  skip: 'Ir al contenido',
  navigation: 'Principal',
  projects: 'Proyectos',
  clients: 'Clientes',
  libraries: 'Bibliotecas',
  preferences: 'Preferencias',
  language: 'Idioma',
  theme: 'Apariencia',
  themes: { system: 'Como el sistema', light: 'Clara', dark: 'Oscura' },
  signedInAs: (name) => `Sesión de ${name}`,
  reader: 'Lector: puede ver, no cambiar',
  leave: 'Cerrar sesión',
  loading: 'Cargando…',
  again: 'Reintentar',
  againIn: (seconds) => `Reintentar en ${seconds} s`,
  close: 'Cerrar',
  cancel: 'Cancelar',
  save: 'Guardar',
  remove: 'Eliminar',
  edit: 'Editar',
  more: 'Más',
  search: 'Buscar',
  emptySearch: 'Vaciar la búsqueda',
  nothingFound: 'Sin resultados',
  chooseFile: 'Elegir un archivo',
  none: 'Ninguno',
  notFound: 'No hay nada en esta dirección.',
  failed: {
    title: 'No se pudo mostrar esta vista',
    words:
      'La página encontró algo inesperado. Lo guardado está a salvo; vuelva a cargar la página para continuar.',
    reload: 'Volver a cargar la página',
  },
  problems: {
    disconnected:
      'No se puede contactar con el servicio. Lo que escribió se conserva; la página seguirá por sí sola en cuanto responda.',
    signedOut: 'Su sesión había terminado. Lo que escribió sigue aquí; envíelo de nuevo cuando haya entrado.',
    connection:
      'No se pudo contactar con el servicio. Lo que escribió sigue aquí; vuelva a intentarlo cuando tenga conexión.',
    busy: (seconds) =>
      seconds === null
        ? 'El servicio está ocupado. No se perdió nada; vuelva a intentarlo en un momento.'
        : `El servicio está ocupado. No se perdió nada; vuelva a intentarlo en ${seconds} s.`,
    limited: (seconds) =>
      `Demasiadas solicitudes a la vez. No se perdió nada; vuelva a intentarlo ${seconds === null ? 'en un momento' : `en ${seconds} s`}.`,
    changed: 'Otra persona cambió esto entretanto. Lo que escribió sigue aquí; vea el nuevo estado y decida.',
    forbidden: 'Su función permite ver esto, pero no cambiarlo.',
    unexpected: 'La página encontró algo inesperado.',
    requestId: (id) => `Solicitud ${id}`,
  },
  signIn: {
    title: 'Iniciar sesión',
    again: 'Su sesión terminó. Inicie sesión de nuevo para seguir; nada de lo que escribió se pierde.',
    key: 'Clave API',
    keyHint: 'Se guarda hasta que cierre esta pestaña y solo se envía a este servicio.',
    enter: 'Entrar',
    provider: 'Entrar con su organización',
    refused: 'Esta clave API no es válida.',
    ended: 'Su sesión terminó. Inicie sesión de nuevo para seguir.',
    failed: 'Todavía no está listo',
    notFinished: 'No se completó el inicio de sesión. Vuelva a intentarlo.',
    windowBlocked:
      'El navegador no abrió ninguna ventana. Permita las ventanas de esta página y vuelva a intentarlo.',
    noWay:
      'Nadie puede entrar por el momento: el inicio de sesión de la organización no responde. Vuelva a intentarlo más tarde.',
    or: 'o',
  },
};
