<?php

declare(strict_types=1);

// Makes one call for each line of JSON on stdin and writes what came of it, for the contract test of all clients:
// {"call":"get","args":["pay_…"],"baseUrl":"…","options":{}} -> {"value":…} or {"error":{…}}
// Address and key come from PAYLINK_URL, PAYLINK_API_KEY and PAYLINK_SECRET_KEY.

require __DIR__ . '/../autoload.php';

use Paylink\PaymentLinkClient;
use Paylink\WebhookVerifier;

function answer(array $wish): mixed
{
    $call = $wish['call'];
    $args = $wish['args'] ?? [];
    $options = $wish['options'] ?? [];
    if ($call === 'verify') {
        [$secrets, $headers, $body, $now] = $args;
        $verifier = new WebhookVerifier($secrets, ...$options, clock: static fn (): int => $now);
        return $verifier->verify($headers, base64_decode($body));
    }
    $client = new PaymentLinkClient(
        $wish['baseUrl'] ?? getenv('PAYLINK_URL'),
        getenv('PAYLINK_API_KEY'),
        $wish['secretKey'] ?? getenv('PAYLINK_SECRET_KEY'),
        ...$options,
    );
    if ($call === 'show') {
        return print_r($client, true) . $client . json_encode($client);
    }
    if ($call !== 'list' && str_starts_with($call, 'list') && $call !== 'listRefunds') {
        return $client->$call(...($args[0] ?? []));
    }
    $value = $call === 'events' ? iterator_to_array($client->events(...$args), false) : $client->$call(...$args);
    return is_string($value) ? substr($value, 0, 5) : $value;
}

while (($line = fgets(STDIN)) !== false) {
    try {
        $result = ['value' => answer(json_decode($line, true, 512, JSON_THROW_ON_ERROR))];
    } catch (\Throwable $e) {
        $facts = [];
        foreach (['code', 'status', 'requestId', 'retryAfterSeconds', 'errors', 'tries', 'failed'] as $name) {
            $facts[$name] = method_exists($e, $name) ? $e->$name() : null;
        }
        $type = (new ReflectionClass($e))->getShortName();
        $result = ['error' => ['type' => $type, 'message' => $e->getMessage(), ...$facts, 'shown' => (string) $e]];
    }
    echo json_encode($result, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES), "\n";
}
