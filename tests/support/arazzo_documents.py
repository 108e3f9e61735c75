"""Arazzo descriptions for tests: what the examples of its specification show, for other APIs."""

from __future__ import annotations

from typing import Any

OK = [{"condition": "$statusCode == 200"}]

#: Signing in, then searching with the token; a parameter and an action are reused.
LIBRARY: dict[str, Any] = {
    "arazzo": "1.0.1",
    "info": {"title": "Reading", "version": "1.0.0"},
    "sourceDescriptions": [{"name": "library", "url": "./library.json", "type": "openapi"}],
    "workflows": [
        {
            "workflowId": "signInAndBorrow",
            "summary": "Sign in and borrow a book",
            "description": "Finds a book that is on the shelf.\n\nThen it is borrowed.",
            "inputs": {
                "type": "object",
                "required": ["card"],
                "properties": {
                    "card": {"type": "string", "description": "The number of the card."},
                    "pin": {"type": "string"},
                },
            },
            "parameters": [{"name": "X-Branch", "in": "header", "value": "north"}],
            "steps": [
                {
                    "stepId": "signIn",
                    "description": "Exchanges the card for a **token**.",
                    "operationId": "openSession",
                    "requestBody": {
                        "contentType": "application/json",
                        "payload": {"card": "$inputs.card", "pin": "$inputs.pin"},
                    },
                    "successCriteria": OK,
                    "outputs": {"token": "$response.header.X-Token"},
                },
                {
                    "stepId": "findBook",
                    "operationPath": "{$sourceDescriptions.library.url}#/paths/~1books/get",
                    "parameters": [
                        {"reference": "$components.parameters.page", "value": 2},
                        {"name": "shelf", "in": "query", "value": "A&B"},
                        {"name": "X-Token", "in": "header", "value": "$steps.signIn.outputs.token"},
                    ],
                    "successCriteria": [
                        *OK,
                        {"context": "$response.body", "condition": "$[0]", "type": "jsonpath"},
                    ],
                    "onFailure": [
                        {"reference": "$components.failureActions.again"},
                        {"name": "signInAgain", "type": "goto", "stepId": "signIn"},
                    ],
                    "outputs": {"book": "$response.body#/0/id"},
                },
            ],
            "outputs": {"book": "$steps.findBook.outputs.book"},
        },
        {
            "workflowId": "borrow_twice",
            "dependsOn": ["signInAndBorrow"],
            "steps": [
                {
                    "stepId": "once",
                    "workflowId": "signInAndBorrow",
                    "parameters": [{"name": "card", "value": "C-1"}],
                }
            ],
        },
    ],
    "components": {
        "parameters": {"page": {"name": "page", "in": "query", "value": 1}},
        "failureActions": {
            "again": {
                "name": "again",
                "type": "retry",
                "retryAfter": 2,
                "retryLimit": 3,
                "criteria": [{"condition": "$statusCode == 503"}],
            }
        },
    },
}
