<?php

declare(strict_types=1);

// For a project without Composer: require this file.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Paylink\\')) {
        $file = __DIR__ . '/src/' . substr($class, strlen('Paylink\\')) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
